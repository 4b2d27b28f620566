import { useSuspenseQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouteContext, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Room } from '#ui/room.tsx'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { MemberList } from '../components/member-list.tsx'
import { InvitationForm } from '../components/organization-form.tsx'
import { OrganizationFrame } from '../components/organization-frame.tsx'
import { PendingInvitations } from '../components/pending-invitations.tsx'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { organizationQuery } from '../organizations.queries.ts'
import type { OrganizationDetail } from '../organizations.schema.ts'
import { removedMember, type OrganizationDialog } from '../organization-dialog.ts'

const { maxMembers, maxInvitations } = appConfig.organization

/** The page of an organization's members, with the actions that the viewer is allowed. */
export function OrganizationPage({ onOwnChange }: { onOwnChange: () => Promise<void> }) {
  const { t } = useTranslation(['organizations', 'common'])
  const { id } = useParams({ from: '/app/organizations/$id/' })
  const { dialog: open, from, ...search } = useSearch({ from: '/app/organizations/$id/' })
  const { viewer } = useRouteContext({ from: '/app' })
  const navigate = useNavigate()
  const dialog = useUrlDialog<{ dialog: OrganizationDialog }>({ dialog: '' })
  const onDialog = (asked: OrganizationDialog) => void dialog.open({ dialog: asked })
  const { data: organization } = useSuspenseQuery(organizationQuery(id))
  const mutations = useOrganizationMutations(onOwnChange)
  const { permissions, invitations } = organization
  const inviteButton = permissions.includes('invitation:create') && (
    <DialogButton dialog="invite" variant="primary" onOpen={() => onDialog('invite')}>
      {t('invite')}
    </DialogButton>
  )
  return (
    <OrganizationFrame organization={organization} viewer={viewer} from={from} action={inviteButton}>
      <p className="max-w-[65ch] text-muted">{t('whoSees')}</p>
      {invitations.length > 0 && <PendingInvitations invitations={invitations} mutations={mutations} />}
      <section aria-labelledby="members" className="list-page">
        <h2 id="members" className="mb-4 text-roomy font-semibold">
          {t('common:nav.members')}
        </h2>
        {permissions.includes('member:update') && <p className="-mt-3 mb-4 max-w-[65ch] text-muted">{t('roleHint')}</p>}
        <MemberList
          organization={organization}
          viewerId={viewer.id}
          search={search}
          onSearch={(searchTerm) =>
            void navigate({
              to: '.',
              search: (current) => ({ ...current, searchTerm, after: '' }),
              replace: true,
              resetScroll: false,
            })
          }
          removing={removedMember(open)}
          onDialog={onDialog}
          onClose={dialog.close}
          mutations={mutations}
        />
      </section>
      <InvitationDialog
        organization={organization}
        isOpen={open === 'invite'}
        onInvite={mutations.invite}
        onClose={dialog.close}
        onDone={() => dialog.finish()}
      />
    </OrganizationFrame>
  )
}

interface InvitationDialogProps {
  organization: OrganizationDetail
  isOpen: boolean
  onClose: () => void
  /** Closes the dialog after saving. */
  onDone: () => Promise<void>
  onInvite: ReturnType<typeof useOrganizationMutations>['invite']
}

function InvitationDialog({ organization, isOpen, onClose, onDone, onInvite }: InvitationDialogProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const { id, role, memberCount, invitations } = organization
  const waiting = invitations.filter(({ isExpired }) => !isExpired).length
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('inviteTitle')} isPlain>
      <Room label={t('common:nav.members')} used={memberCount} most={maxMembers} onClose={onClose}>
        <Room label={t('invitations')} used={waiting} most={maxInvitations} onClose={onClose}>
          <InvitationForm
            ownRole={role}
            plain={{ intent: 'invite-organization-member', id }}
            onCancel={onClose}
            onSave={async (fields) => {
              await onInvite(id, fields)
              await onDone()
            }}
          />
        </Room>
      </Room>
    </Dialog>
  )
}
