import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isolateDirection } from '#lib/intl.ts'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import type { EnteredOrganization, InvitationToMe } from '../organizations.schema.ts'
import { ActionForm } from './action-form.tsx'

/** Returns a function that opens an organization after a switch. Reloads the document, which has data of the previous one. */
export function useEnter() {
  const navigate = useNavigate()
  return ({ id, from }: EnteredOrganization, replace: boolean) =>
    navigate({ to: '/app/organizations/$id', params: { id }, search: { from }, reloadDocument: true, replace })
}

/** The sentence of an invitation: its organization, the inviter and the role. */
export function InvitationSentence({ organization, role, invitedBy }: InvitationToMe) {
  const { t } = useTranslation('organizations')
  const names = {
    organization: isolateDirection(organization),
    role: t(`memberRoles.${role}`),
    name: isolateDirection(invitedBy ?? ''),
  }
  return (
    <p className="min-w-0 flex-[1_1_14rem] break-words">
      {t(invitedBy === null ? 'invitedByNobody' : 'invitedBy', names)}
    </p>
  )
}

interface AcceptFormProps {
  invitation: InvitationToMe
  /** Whether the organization's page replaces this one in the browser's history. */
  replaces?: boolean
  className?: string
  /** The label if it names the organization. */
  children?: ReactNode
}

/** The button that accepts an invitation and opens its organization. */
export function AcceptForm({ invitation, replaces = false, className, children }: AcceptFormProps) {
  const { t } = useTranslation('organizations')
  const { accept } = useOrganizationMutations()
  const enter = useEnter()
  const { id, organization } = invitation
  return (
    <ActionForm
      variant="primary"
      className={className}
      aria-label={children === undefined ? t('acceptNamed', { name: organization }) : undefined}
      plain={{ intent: 'accept-organization-invitation', invitationId: id, name: organization }}
      onAct={async () => enter(await accept(id), replaces)}
    >
      {children ?? t('accept')}
    </ActionForm>
  )
}
