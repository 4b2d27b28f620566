import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DetailHeader } from '#ui/detail-header.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Room } from '#ui/room.tsx'
import { MemberList } from '../components/member-list.tsx'
import { InvitationForm, OrganizationForm } from '../components/organization-form.tsx'
import { PendingInvitations } from '../components/pending-invitations.tsx'
import { RoleBadge } from '../components/role-badge.tsx'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { organizationQuery } from '../organizations.queries.ts'
import type { OrganizationDetail } from '../organizations.schema.ts'
import { aboutMember, type OrganizationDialog } from '../organization-dialog.ts'

const { mostMembers, mostInvitations } = appConfig.organization

interface OrganizationPageProps {
  id: string
  viewerId: string
  after: string
  /** The dialog that the URL holds open. */
  dialog: OrganizationDialog
  onDialog: (dialog: OrganizationDialog) => void
  onClose: () => void
  /** Leaves the dialog for good after saving. */
  onDone: () => Promise<void>
  onOwnChange: () => Promise<void>
  /** Goes on to where an organization that is not theirs any more is not. */
  onGone: () => Promise<void>
}

/** The page of one organization: its people, and what the viewer may do about it. */
export function OrganizationPage({ id, viewerId, after, onOwnChange, onGone, ...dialogs }: OrganizationPageProps) {
  const { t } = useTranslation('organizations')
  const { data: organization } = useSuspenseQuery(organizationQuery(id))
  const mutations = useOrganizationMutations(onOwnChange)
  const { dialog, onDialog, onClose, onDone } = dialogs
  const { name, role, invitations } = organization
  const ofPage = { organization, ...dialogs, mutations, onGone }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <div>
        <Breadcrumb parents={[{ to: '/app/organizations', label: t('title') }]} current={name} />
        <DetailHeader
          title={name}
          badges={<RoleBadge role={role} />}
          action={<Actions organization={organization} onDialog={onDialog} />}
        />
        <p className="-mt-3 max-w-[65ch] text-muted">{t('whoSees')}</p>
        {organization.isOnlyOwner && organization.memberCount > 1 && (
          <p className="mt-2 max-w-[65ch] text-muted">{t('onlyOwner')}</p>
        )}
      </div>
      {invitations.length > 0 && <PendingInvitations invitations={invitations} mutations={mutations} />}
      <section aria-labelledby="members" className="list-page">
        <h2 id="members" className="mb-4 text-roomy font-semibold">
          {t('members')}
        </h2>
        <MemberList
          organization={organization}
          viewerId={viewerId}
          after={after}
          dialog={aboutMember(dialog)}
          onDialog={({ kind, userId }) => onDialog(`${kind}.${userId}`)}
          onClose={onClose}
          onDone={onDone}
          mutations={mutations}
        />
      </section>
      <Forms {...ofPage} />
      <Questions {...ofPage} />
    </div>
  )
}

interface ActionsProps {
  organization: OrganizationDetail
  onDialog: (dialog: OrganizationDialog) => void
}

function Actions({ organization: { permissions, isOnlyOwner }, onDialog }: ActionsProps) {
  const { t } = useTranslation(['organizations', 'common'])
  return (
    <>
      {permissions.includes('invitation:create') && (
        <DialogButton dialog="invite" variant="primary" onOpen={() => onDialog('invite')}>
          {t('invite')}
        </DialogButton>
      )}
      {permissions.includes('organization:update') && (
        <DialogButton dialog="rename" onOpen={() => onDialog('rename')}>
          {t('rename')}
        </DialogButton>
      )}
      {!isOnlyOwner && (
        <DialogButton dialog="leave" onOpen={() => onDialog('leave')}>
          {t('leave')}
        </DialogButton>
      )}
      {permissions.includes('organization:delete') && (
        <DialogButton dialog="delete" variant="danger" className="noscript:hidden" onOpen={() => onDialog('delete')}>
          {t('common:delete')}
        </DialogButton>
      )}
    </>
  )
}

type DialogsProps = Pick<OrganizationPageProps, 'dialog' | 'onClose' | 'onDone' | 'onGone'> & {
  organization: OrganizationDetail
  mutations: ReturnType<typeof useOrganizationMutations>
}

function Forms({ organization: { id, name, role, ...room }, dialog, onClose, onDone, mutations }: DialogsProps) {
  const { t } = useTranslation(['organizations', 'common'])
  return (
    <>
      <Dialog isOpen={dialog === 'rename'} onClose={onClose} title={t('rename')} isPlain>
        <OrganizationForm
          initial={name}
          plain={{ intent: 'rename-organization', id }}
          submitLabel={t('common:save')}
          onCancel={onClose}
          onSave={async (fields) => {
            await mutations.rename(id, fields.name)
            await onDone()
          }}
        />
      </Dialog>
      <Dialog isOpen={dialog === 'invite'} onClose={onClose} title={t('inviteTitle')} isPlain>
        <Room used={room.memberCount} most={mostMembers} onClose={onClose}>
          <Room
            used={room.invitations.filter(({ hasEnded }) => !hasEnded).length}
            most={mostInvitations}
            onClose={onClose}
          >
            <InvitationForm
              ownRole={role}
              plain={{ intent: 'invite-organization-member', id }}
              onCancel={onClose}
              onSave={async (fields) => {
                await mutations.invite(id, fields)
                await onDone()
              }}
            />
          </Room>
        </Room>
      </Dialog>
    </>
  )
}

function Questions({ organization, dialog, onClose, onGone, mutations }: DialogsProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const { id, name, isOnlyOwner } = organization
  return (
    <>
      <Confirm
        isOpen={dialog === 'leave' && !isOnlyOwner}
        onClose={onClose}
        summary={t('leaveSummary', { name })}
        description={t('leaveQuestion', { name })}
        action={t('leave')}
        isDestructive
        plain={{ intent: 'leave-organization', id, name }}
        onConfirm={async () => {
          await mutations.leave({ id, name })
          await onGone()
        }}
      />
      <Confirm
        isOpen={dialog === 'delete'}
        onClose={onClose}
        summary={t('deleteSummary', { name })}
        description={t('deleteQuestion', { name })}
        action={t('common:delete')}
        isDestructive
        onConfirm={async () => {
          await mutations.remove({ id, name })
          await onGone()
        }}
      />
    </>
  )
}
