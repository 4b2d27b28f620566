import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withRecentAuthentication } from '#auth/recent-authentication.ts'
import { showToast } from '#ui/toast.ts'
import { inviteUser, withdrawInvitation } from './invitations.functions.ts'
import type { InvitationFields } from './user-detail.schema.ts'
import { usersKey } from './users.queries.ts'

/** The mutations of a user's invitation, each with its cache updates and toast. */
export function useInvitationActions({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('user')

  async function invite({ language }: InvitationFields) {
    await inviteUser({ data: { id, language } })
    await queryClient.invalidateQueries({ queryKey: usersKey })
    void showToast(t('invitation.done', { name }))
  }

  /** Withdraws the invitation. @returns whether this also deleted the user */
  async function withdraw(): Promise<boolean> {
    const { isDeleted } = await withRecentAuthentication(() => withdrawInvitation({ data: { id } }))
    // Do not refetch while the browser leaves this page, because fetching the deleted user would fail.
    await queryClient.invalidateQueries({ queryKey: usersKey, ...(isDeleted && { refetchType: 'none' }) })
    void showToast(t('invitation.withdraw.done', { name }))
    return isDeleted
  }

  return { invite, withdraw }
}
