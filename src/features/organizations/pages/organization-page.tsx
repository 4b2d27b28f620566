import { useSuspenseQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RoomLimit } from '#ui/room.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { MemberList } from '../components/member-list.tsx'
import { InvitationForm } from '../components/organization-form.tsx'
import { OrganizationFrame } from '../components/organization-frame.tsx'
import { SentInvitations } from '../components/sent-invitations.tsx'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { organizationQuery } from '../organizations.queries.ts'
import type { OrganizationDetail } from '../organizations.schema.ts'
import type { OrganizationDialog } from '../organization-dialog.ts'

const { maxMembers, maxInvitations } = appConfig.organization

/** The page of an organization's members, with the actions that the viewer is allowed. */
export function OrganizationPage() {
  const { t } = useTranslation(['organizations', 'common'])
  const { id } = useParams({ from: '/app/organizations/$id/' })
  const dialog = useUrlDialog<{ dialog: OrganizationDialog }>({ dialog: '' })
  const { data: organization } = useSuspenseQuery(organizationQuery(id))
  const { permissions, invitations } = organization
  const inviteButton = permissions.includes('invitation:create') && (
    <DialogButton dialog="invite" variant="primary" onOpen={() => void dialog.open({ dialog: 'invite' })}>
      <Plus aria-hidden="true" className="size-4" />
      {t('invite')}
    </DialogButton>
  )
  return (
    <OrganizationFrame
      organization={organization}
      action={inviteButton}
      lead={permissions.includes('member:update') && t('roleHint')}
    >
      {invitations.length > 0 && <SentInvitations invitations={invitations} />}
      <div className="list-page">
        <MemberList organization={organization} />
      </div>
      <InvitationDialog organization={organization} />
    </OrganizationFrame>
  )
}

function InvitationDialog({ organization }: { organization: OrganizationDetail }) {
  const { t } = useTranslation(['organizations', 'common'])
  const { id, role, memberCount, invitations } = organization
  const { dialog: open } = useSearch({ from: '/app/organizations/$id/' })
  const { close, finish } = useUrlDialog<{ dialog: OrganizationDialog }>({ dialog: '' })
  const { invite } = useOrganizationMutations()
  const waiting = invitations.filter(({ isExpired }) => !isExpired).length
  return (
    <Dialog isOpen={open === 'invite'} onClose={close} title={t('inviteTitle')} worksWithoutJavaScript>
      <RoomLimit label={t('common:nav.members')} used={memberCount} most={maxMembers} onClose={close}>
        <RoomLimit label={t('invitations')} used={waiting} most={maxInvitations} onClose={close}>
          <InvitationForm
            ownRole={role}
            plain={{ intent: 'invite-organization-member', id }}
            onCancel={close}
            onSave={async (fields) => {
              await invite(id, fields)
              await finish()
            }}
          />
        </RoomLimit>
      </RoomLimit>
    </Dialog>
  )
}
