import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '#ui/toast.ts'
import {
  askForNewEmail,
  askForOwnCode,
  changeEmail,
  changeName,
  chooseNotices,
  deleteAccount,
  endMyOtherSessions,
  endMySession,
} from './account.functions.ts'
import type { OptionalNotice } from '#mail/notice-kinds.ts'
import { accountKey, askedCodeQuery } from './account.queries.ts'
import type { OwnPurpose } from './account.schema.ts'

/**
 * The changes a person makes to their account, each with what it means for the cache and its toast.
 * @param changes.onViewerChanged renews what the frame of the page shows of the person
 * @param changes.onDeleted leaves, when there is no account any more
 */
export function useAccountMutations({
  onViewerChanged,
  onDeleted,
}: {
  onViewerChanged: () => Promise<void>
  onDeleted: () => void
}) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('account')
  const invalidate = () => queryClient.invalidateQueries({ queryKey: accountKey })

  async function saveName(name: string) {
    await changeName({ data: { name } })
    await Promise.all([onViewerChanged(), invalidate()])
    void showToast(t('name.saved'))
  }

  async function saveNotices(wanted: OptionalNotice[]) {
    await chooseNotices({ data: Object.fromEntries(wanted.map((kind) => [kind, 'on' as const])) })
    await invalidate()
    void showToast(t('notices.saved'))
  }

  /** The state of the code is there when this returns, so that the page can show it at once. */
  async function askForCode(purpose: OwnPurpose) {
    await askForOwnCode({ data: { purpose } })
    await queryClient.query({ ...askedCodeQuery({ purpose }), staleTime: 0 })
  }

  async function askNewEmail(newEmail: string) {
    await askForNewEmail({ data: { newEmail } })
    await queryClient.query({ ...askedCodeQuery({ newEmail }), staleTime: 0 })
  }

  async function saveEmail(newEmail: string, code: string) {
    await changeEmail({ data: { newEmail, code } })
    await Promise.all([onViewerChanged(), invalidate()])
    void showToast(t('email.changed', { email: newEmail }))
  }

  async function endSession(id: string) {
    await endMySession({ data: { id } })
    await invalidate()
    void showToast(t('sessions.ended'))
  }

  async function endOtherSessions() {
    await endMyOtherSessions()
    await invalidate()
    void showToast(t('sessions.othersEnded'))
  }

  async function remove(code: string) {
    await deleteAccount({ data: { code } })
    onDeleted()
  }

  return { saveName, saveNotices, askForCode, askNewEmail, saveEmail, endSession, endOtherSessions, remove }
}

export type AccountChanges = ReturnType<typeof useAccountMutations>
