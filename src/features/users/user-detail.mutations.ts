import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { useBulkUndo } from '#bulk/use-bulk-undo.ts'
import { showToast } from '#ui/toast.ts'
import {
  banUser,
  deleteUser,
  endUserSession,
  endUserSessions,
  impersonateUser,
  unbanUser,
} from './user-detail.functions.ts'
import { endOfBan, type BanFields, type ImpersonationFields } from './user-detail.schema.ts'
import { usersKey } from './users.queries.ts'

/** The actions on one person, each with what it means for the cache and its toast. */
export function useUserActions({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation(['user', 'common'])
  const { undoOrTell } = useBulkUndo()
  const invalidate = () => queryClient.invalidateQueries({ queryKey: usersKey })

  /** What the toast of an action offers that can be had back. */
  const undoing = (job: { id: string }) => ({ label: t('common:undo'), onClick: () => void undoOrTell(job) })

  async function ban({ reason, lastDay }: BanFields) {
    const job = await withFreshSignIn(() => banUser({ data: { id, reason, endsAt: endOfBan(lastDay) } }))
    await invalidate()
    void showToast(t('ban.done', { name }), undoing(job))
  }

  async function unban() {
    await unbanUser({ data: { id } })
    await invalidate()
    void showToast(t('unban.done', { name }))
  }

  async function endSession(sessionId: string) {
    await withFreshSignIn(() => endUserSession({ data: { id, sessionId } }))
    await invalidate()
    void showToast(t('sessionEnded'))
  }

  async function endSessions(areOwn: boolean) {
    await withFreshSignIn(() => endUserSessions({ data: { id } }))
    await invalidate()
    void showToast(areOwn ? t('othersEnded') : t('sessionsEnded', { name }))
  }

  async function remove() {
    const job = await withFreshSignIn(() => deleteUser({ data: { id } }))
    // This page still stands while the browser leaves it: asking anew for somebody who is gone would fail.
    await queryClient.invalidateQueries({ queryKey: usersKey, refetchType: 'none' })
    void showToast(t('delete.done', { name }), undoing(job))
  }

  /** The browser goes on as the other person in a new document, so that nothing of the administrator's is shown to them. */
  async function impersonate(fields: ImpersonationFields) {
    await withFreshSignIn(() => impersonateUser({ data: { id, ...fields } }))
    window.location.assign('/app')
  }

  return { ban, unban, endSession, endSessions, remove, impersonate }
}
