import { useQueryClient } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { showToast } from '#ui/toast.ts'
import { useChangeWithToast } from '#ui/use-change.ts'
import {
  requestEmailChange,
  requestCodeToOwnAddress,
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

/** Returns functions that change the account, update the cache, and show toasts. */
export function useAccountMutations() {
  const { refetchViewer } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const { t } = useTranslation('account')
  const { change, invalidate } = useChangeWithToast(accountKey)

  async function saveName(name: string) {
    await changeName({ data: { name } })
    await Promise.all([refetchViewer(), invalidate()])
    void showToast(t('name.saved'))
  }

  function saveNotices(wanted: OptionalNotice[]) {
    const choice = chooseNotices({ data: Object.fromEntries(wanted.map((kind) => [kind, 'on' as const])) })
    return change(choice, t('notices.saved'))
  }

  /** Requests a code and fetches its state, so that the page can show it right away. */
  async function askForCode(purpose: OwnPurpose) {
    await requestCodeToOwnAddress({ data: { purpose } })
    await queryClient.query({ ...requestedCodeQuery({ purpose }), staleTime: 0 })
  }

  async function requestNewEmail(newEmail: string) {
    await requestEmailChange({ data: { newEmail } })
    await queryClient.query({ ...requestedCodeQuery({ newEmail }), staleTime: 0 })
  }

  async function saveEmail(newEmail: string, code: string) {
    await changeEmail({ data: { newEmail, code } })
    await Promise.all([refetchViewer(), invalidate()])
    void showToast(t('email.changed', { email: newEmail }))
  }

  const endSession = (id: string) => change(endMySession({ data: { id } }), t('sessions.ended'))
  const endOtherSessions = () => change(endMyOtherSessions(), t('sessions.othersEnded'))

  const remove = (code: string) => deleteAccount({ data: { code } })

  return { saveName, saveNotices, askForCode, requestNewEmail, saveEmail, endSession, endOtherSessions, remove }
}
