import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showToast } from '#ui/toast.ts'
import {
  requestEmailChange,
  askForOwnCode,
  changeEmail,
  changeName,
  chooseNotices,
  deleteAccount,
  endMyOtherSessions,
  endMySession,
} from './account.functions.ts'
import type { OptionalNotice } from '#mail/notice-kinds.ts'
import { accountKey, requestedCodeQuery } from './account.queries.ts'
import type { OwnPurpose } from './account.schema.ts'

/**
 * Returns functions that change the account, update the cache, and show toasts.
 * @param changes.onViewerChanged refreshes the user's details in the frame of the page
 * @param changes.onDeleted leaves the page once the account is deleted
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

  /** Requests a code and fetches its state, so that the page can show it right away. */
  async function askForCode(purpose: OwnPurpose) {
    await askForOwnCode({ data: { purpose } })
    await queryClient.query({ ...requestedCodeQuery({ purpose }), staleTime: 0 })
  }

  async function requestNewEmail(newEmail: string) {
    await requestEmailChange({ data: { newEmail } })
    await queryClient.query({ ...requestedCodeQuery({ newEmail }), staleTime: 0 })
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

  return { saveName, saveNotices, askForCode, requestNewEmail, saveEmail, endSession, endOtherSessions, remove }
}

export type AccountChanges = ReturnType<typeof useAccountMutations>
