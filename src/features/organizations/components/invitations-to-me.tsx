import { useTranslation } from 'react-i18next'
import { isolated } from '#lib/intl.ts'
import { Section } from '#ui/section.tsx'
import type { OrganizationMutations } from '../organizations.mutations.ts'
import type { EnteredOrganization, InvitationToMe } from '../organizations.schema.ts'
import { ActionForm } from './action-form.tsx'

interface InvitationsToMeProps {
  invitations: InvitationToMe[]
  mutations: Pick<OrganizationMutations, 'accept' | 'decline'>
  onJoined: (entered: EnteredOrganization) => Promise<void>
}

/** The pending invitations to the signed-in user. */
export function InvitationsToMe({ invitations, ...props }: InvitationsToMeProps) {
  const { t } = useTranslation('organizations')
  return (
    <Section title={t('invitationsToMe')}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} {...props} />
        ))}
      </ul>
    </Section>
  )
}

function Invitation({
  invitation: { id, organization, role, invitedBy },
  mutations: { accept, decline },
  onJoined,
}: Omit<InvitationsToMeProps, 'invitations'> & { invitation: InvitationToMe }) {
  const { t } = useTranslation('organizations')
  const names = {
    organization: isolated(organization),
    role: t(`memberRoles.${role}`),
    name: isolated(invitedBy ?? ''),
  }
  const plain = { invitationId: id, name: organization }
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-[1_1_14rem] break-words">
        {t(invitedBy === null ? 'invitedByNobody' : 'invitedBy', names)}
      </p>
      <div className="flex gap-3">
        <ActionForm
          variant="primary"
          aria-label={t('acceptNamed', { name: organization })}
          plain={{ intent: 'accept-organization-invitation', ...plain }}
          onAct={async () => onJoined(await accept(id))}
        >
          {t('accept')}
        </ActionForm>
        <ActionForm
          aria-label={t('declineNamed', { name: organization })}
          plain={{ intent: 'decline-organization-invitation', ...plain }}
          onAct={() => decline(id)}
        >
          {t('decline')}
        </ActionForm>
      </div>
    </li>
  )
}
