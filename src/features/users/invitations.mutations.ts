import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { withFreshSignIn } from '#auth/fresh-sign-in.ts'
import { showToast } from '#ui/toast.ts'
import { inviteUser, withdrawInvitation } from './invitations.functions.ts'
import type { InvitationFields } from './user-detail.schema.ts'
import { usersKey } from './users.queries.ts'

/** The actions on the invitation of one person, each with what it means for the cache and its toast. */
export function useInvitationActions({ id, name }: { id: string; name: string }) {
  const queryClient = useQueryClient()
  const { t } = useTranslation('user')

  async function invite({ language }: InvitationFields) {
    await inviteUser({ data: { id, language } })
    await queryClient.invalidateQueries({ queryKey: usersKey })
    void showToast(t('invitation.done', { name }))
  }

  /** @returns whether the person has gone with the invitation */
  async function withdraw(): Promise<boolean> {
    const { isDeleted } = await withFreshSignIn(() => withdrawInvitation({ data: { id } }))
    // This page still stands while the browser leaves it: asking anew for somebody who is gone would fail.
    await queryClient.invalidateQueries({ queryKey: usersKey, ...(isDeleted && { refetchType: 'none' }) })
    void showToast(t('invitation.withdraw.done', { name }))
    return isDeleted
  }

  return { invite, withdraw }
}
