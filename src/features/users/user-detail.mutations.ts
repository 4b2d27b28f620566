import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '#ui/toast.ts'
import {
  banUser,
  deleteUser,
  endUserSession,
  endUserSessions,
  impersonateUser,
  unbanUser,
} from './user-detail.functions.ts'
import { endOfDay, type BanFields, type ImpersonationFields } from './user-detail.schema.ts'
import { usersKey } from './users.queries.ts'

/** The actions on one person, each with what it means for the cache and its toast. */
export function useUserActions({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('user')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: usersKey })

  async function ban({ reason, lastDay }: BanFields) {
    await banUser({ data: { id, reason, endsAt: endOfDay(lastDay) } })
    await invalidate()
    void showToast(t('ban.done', { name }))
  }

  async function unban() {
    await unbanUser({ data: { id } })
    await invalidate()
    void showToast(t('unban.done', { name }))
  }

  async function endSession(sessionId: string) {
    await endUserSession({ data: { id, sessionId } })
    await invalidate()
    void showToast(t('sessionEnded'))
  }

  async function endSessions() {
    await endUserSessions({ data: { id } })
    await invalidate()
    void showToast(t('sessionsEnded', { name }))
  }

  async function remove() {
    await deleteUser({ data: { id } })
    // This page still stands while the browser leaves it: asking anew for somebody who is gone would fail.
    await queryClient.invalidateQueries({ queryKey: usersKey, refetchType: 'none' })
    void showToast(t('delete.done', { name }))
  }

  /** The browser goes on as the other person in a new document, so that nothing of the administrator's is shown to them. */
  async function impersonate(fields: ImpersonationFields) {
    await impersonateUser({ data: { id, ...fields } })
    window.location.assign('/app')
  }

  return { ban, unban, endSession, endSessions, remove, impersonate }
}
