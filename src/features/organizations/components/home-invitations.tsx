import { useSuspenseQuery } from '@tanstack/react-query'
import { MailPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Viewer } from '#auth/current-session.server.ts'
import { myOrganizationsQuery } from '../organizations.queries.ts'
import type { InvitationToMe } from '../organizations.schema.ts'
import { AcceptForm, InvitationSentence } from './invitation-to-me.tsx'

/** The open invitations to the viewer on the home page, a card for each. */
export function HomeInvitations({ viewer }: { viewer: Viewer }) {
  return viewer.figures?.openInvitations ? <InvitationCards /> : null
}

function InvitationCards() {
  const { invitations } = useSuspenseQuery(myOrganizationsQuery).data
  return invitations.map((invitation) => <InvitationCard key={invitation.id} {...invitation} />)
}

function InvitationCard(invitation: InvitationToMe) {
  const { t } = useTranslation('organizations')
  const { organization } = invitation
  return (
    <section
      aria-label={organization}
      className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-hairline bg-surface p-5"
    >
      <MailPlus aria-hidden="true" className="size-5 shrink-0 text-accent" />
      <InvitationSentence {...invitation} />
      <AcceptForm invitation={invitation}>{t('join', { name: organization })}</AcceptForm>
    </section>
  )
}
