import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentAuthentication } from '#auth/recent-authentication.ts'
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

/** The mutations of one user, each with its cache updates and toast. */
export function useUserActions({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation(['user', 'common'])
  const { undoOrTell } = useBulkUndo()
  const invalidate = () => queryClient.invalidateQueries({ queryKey: usersKey })

  /** The undo action in the toast. */
  const undoing = (job: { id: string }) => ({ label: t('common:undo'), onClick: () => void undoOrTell(job) })

  async function ban({ reason, lastDay }: BanFields) {
    const job = await withRecentAuthentication(() => banUser({ data: { id, reason, endsAt: endOfBan(lastDay) } }))
    await invalidate()
    void showToast(t('ban.done', { name }), undoing(job))
  }

  async function unban() {
    await unbanUser({ data: { id } })
    await invalidate()
    void showToast(t('unban.done', { name }))
  }

  async function endSession(sessionId: string) {
    await withRecentAuthentication(() => endUserSession({ data: { id, sessionId } }))
    await invalidate()
    void showToast(t('sessionEnded'))
  }

  async function endSessions(areOwn: boolean) {
    await withRecentAuthentication(() => endUserSessions({ data: { id } }))
    await invalidate()
    void showToast(areOwn ? t('othersEnded') : t('sessionsEnded', { name }))
  }

  async function remove() {
    const job = await withRecentAuthentication(() => deleteUser({ data: { id } }))
    // Do not refetch while the browser leaves this page, because fetching the deleted user would fail.
    await queryClient.invalidateQueries({ queryKey: usersKey, refetchType: 'none' })
    void showToast(t('delete.done', { name }), undoing(job))
  }

  /** Impersonates the user, and loads a new document, so that no data of the administrator is left on the page. */
  async function impersonate(fields: ImpersonationFields) {
    await withRecentAuthentication(() => impersonateUser({ data: { id, ...fields } }))
    window.location.assign('/app')
  }

  return { ban, unban, endSession, endSessions, remove, impersonate }
}
