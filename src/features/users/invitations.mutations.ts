import { useTranslation } from 'react-i18next'
import { useChangeWithToast } from '#ui/use-change.ts'
import { inviteUser, withdrawInvitation } from './invitations.functions.ts'
import type { InvitationFields } from './user-detail.schema.ts'
import { usersKey } from './users.queries.ts'

/** The mutations of a user's invitation, each with its cache updates and toast. */
export function useInvitationActions({ id, name }: { id: string; name: string }) {
  const { change } = useChangeWithToast(usersKey)
  const { t } = useTranslation('user')

  const invite = ({ language }: InvitationFields) =>
    change(inviteUser({ data: { id, language } }), t('invitation.done', { name }))

  /** Withdraws the invitation. @returns whether this also deleted the user */
  async function withdraw(): Promise<boolean> {
    const withdrawal = withdrawInvitation({ data: { id } })
    const { isDeleted } = await withdrawal
    await change(withdrawal, t('invitation.withdraw.done', { name }), { isLeaving: isDeleted })
    return isDeleted
  }

  return { invite, withdraw }
}
