import { useTranslation } from 'react-i18next'
import { useBulkUndo } from '#bulk/use-bulk-undo.ts'
import { useChangeWithToast } from '#ui/use-change.ts'
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
  const { change } = useChangeWithToast(usersKey)
  const { t } = useTranslation(['user', 'common'])
  const { undoFromToast } = useBulkUndo()

  /** Returns the button for the toast that undoes a job. */
  const undoing = (job: { id: string }) => ({ label: t('common:undo'), onClick: () => void undoFromToast(job) })

  function ban({ reason, lastDay }: BanFields) {
    const ban = banUser({ data: { id, reason, endsAt: endOfBan(lastDay) } })
    return change(ban, t('ban.done', { name }), { action: undoing })
  }

  const unban = () => change(unbanUser({ data: { id } }), t('unban.done', { name }))

  const endSession = (sessionId: string) => change(endUserSession({ data: { id, sessionId } }), t('sessionEnded'))

  const endSessions = (areOwn: boolean) =>
    change(endUserSessions({ data: { id } }), areOwn ? t('othersEnded') : t('sessionsEnded', { name }))

  const remove = () =>
    change(deleteUser({ data: { id } }), t('delete.done', { name }), { isLeaving: true, action: undoing })

  /** Impersonates the user, and loads a new document, so that no data of the administrator is left on the page. */
  async function impersonate(fields: ImpersonationFields) {
    await impersonateUser({ data: { id, ...fields } })
    window.location.assign('/app')
  }

  return { ban, unban, endSession, endSessions, remove, impersonate }
}
