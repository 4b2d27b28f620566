import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { TruncatedText } from '#ui/truncated-text.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { Section } from '#ui/section.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { ActionForm } from '../components/action-form.tsx'
import { AcceptForm, InvitationSentence, useEnter } from '../components/invitation-to-me.tsx'
import { OrganizationForm } from '../components/organization-form.tsx'
import { RoleBadge } from '../components/role-badge.tsx'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { myOrganizationsQuery } from '../organizations.queries.ts'
import type { OrganizationRow, InvitationToMe } from '../organizations.schema.ts'

/** The page of the user's organizations and of the invitations to them. */
export function OrganizationsPage() {
  const { t } = useTranslation(['organizations', 'common'])
  const { dialog: open, invitation: token } = useSearch({ from: '/app/organizations/' })
  const dialog = useUrlDialog<{ dialog: '' | 'new' }>({ dialog: '' })
  const { organizations, invitations } = useSuspenseQuery(myOrganizationsQuery).data
  const { create } = useOrganizationMutations()
  const owned = organizations.filter(({ role }) => role === 'owner').length
  const enter = useEnter()
  const followed = token && invitations.find(({ id }) => token.startsWith(`${id}.`))
  if (followed) return <FollowedInvitation invitation={followed} />
  const newButton = (
    <DialogButton dialog="new" variant="primary" onOpen={() => void dialog.open({ dialog: 'new' })}>
      <Plus aria-hidden="true" className="size-4" />
      {t('new')}
    </DialogButton>
  )
  return (
    <div className="list-page grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <PageHeader title={t('title')} action={newButton} />
        <p className="-mt-3 max-w-[65ch] text-body text-muted">{t('lead')}</p>
      </div>
      {invitations.length > 0 && <InvitationsToMe invitations={invitations} />}
      {organizations.length === 0 ? (
        <EmptyState
          text={t('common:list.empty')}
          hint={t('none')}
          action={<div className="empty-action">{newButton}</div>}
        />
      ) : (
        <OwnOrganizations rows={organizations} />
      )}
      <Dialog isOpen={open === 'new'} onClose={dialog.close} title={t('new')} worksWithoutJavaScript>
        <RoomLimit used={owned} most={appConfig.organization.maxOwnedPerUser} onClose={dialog.close}>
          <OrganizationForm
            plain={{ intent: 'create-organization' }}
            submitLabel={t('create')}
            onCancel={dialog.close}
            onSave={async ({ name }) => enter(await create(name), true)}
          />
        </RoomLimit>
      </Dialog>
    </div>
  )
}

function OwnOrganizations({ rows }: { rows: OrganizationRow[] }) {
  const { t } = useTranslation('organizations')
  return (
    <ul aria-label={t('title')} className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
      {rows.map(({ id, name, role, memberCount }) => (
        <li key={id} className="relative flex min-h-14 items-center justify-between gap-3 px-5 py-3">
          <div className="min-w-0">
            <RowLink to="/app/organizations/$id" id={id}>
              <TruncatedText>{name}</TruncatedText>
            </RowLink>
            <p className="text-small text-muted">{t('members', { count: memberCount })}</p>
          </div>
          <RoleBadge role={role} />
        </li>
      ))}
    </ul>
  )
}

function InvitationsToMe({ invitations }: { invitations: InvitationToMe[] }) {
  const { t } = useTranslation('organizations')
  return (
    <Section title={t('invitationsToMe')}>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} invitation={invitation} />
        ))}
      </ul>
    </Section>
  )
}

/** The page of an invitation whose link the user followed: only its sentence, and the button that accepts it. */
function FollowedInvitation({ invitation }: { invitation: InvitationToMe }) {
  const { t } = useTranslation('organizations')
  return (
    <div className="mx-auto grid max-w-[480px] gap-4 rounded-card border border-hairline bg-surface p-6">
      <h1 className="text-heading font-semibold break-words">{t('join', { name: invitation.organization })}</h1>
      <InvitationSentence {...invitation} />
      <AcceptForm invitation={invitation} replaces className="w-full" />
      <Link to="/app/organizations" className="text-link justify-self-center">
        {t('notNow')}
      </Link>
    </div>
  )
}

function Invitation({ invitation }: { invitation: InvitationToMe }) {
  const { t } = useTranslation('organizations')
  const { decline } = useOrganizationMutations()
  const { id, organization } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <InvitationSentence {...invitation} />
      <div className="flex gap-3">
        <AcceptForm invitation={invitation} />
        <ActionForm
          aria-label={t('declineNamed', { name: organization })}
          plain={{ intent: 'decline-organization-invitation', invitationId: id, name: organization }}
          onAct={() => decline(id)}
        >
          {t('decline')}
        </ActionForm>
      </div>
    </li>
  )
}
