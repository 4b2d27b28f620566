import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DetailHeader } from '#ui/detail-header.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MoreMenu, type DialogChoice } from '#ui/more-menu.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { Room } from '#ui/room.tsx'
import { DeleteOrganization } from '../components/delete-organization.tsx'
import { MemberList } from '../components/member-list.tsx'
import { InvitationForm, OrganizationForm } from '../components/organization-form.tsx'
import { PendingInvitations } from '../components/pending-invitations.tsx'
import { RoleBadge } from '../components/role-badge.tsx'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { organizationQuery, type MemberSearch } from '../organizations.queries.ts'
import type { OrganizationDetail } from '../organizations.schema.ts'
import { removedMember, type OrganizationDialog } from '../organization-dialog.ts'

const { maxMembers, maxInvitations } = appConfig.organization

interface OrganizationPageProps {
  id: string
  viewerId: string
  /** The organization that the session has just been switched from, or `shared`; empty if it was not just switched. */
  from: string
  search: MemberSearch
  onSearch: (searchTerm: string) => void
  /** The dialog that the URL keeps open. */
  dialog: OrganizationDialog
  onDialog: (dialog: OrganizationDialog) => void
  onClose: () => void
  /** Closes the dialog after saving. */
  onDone: () => Promise<void>
  onOwnChange: () => Promise<void>
  /** Leaves the page of an organization that the user no longer belongs to. */
  onGone: () => Promise<void>
}

/** The page of one organization: its members, and the actions that the viewer is allowed. */
export function OrganizationPage({
  id,
  viewerId,
  from,
  search,
  onSearch,
  onOwnChange,
  onGone,
  ...dialogs
}: OrganizationPageProps) {
  const { t } = useTranslation('organizations')
  const { data: organization } = useSuspenseQuery(organizationQuery(id))
  const mutations = useOrganizationMutations(onOwnChange)
  const { dialog, onDialog, onClose } = dialogs
  const { name, role, invitations } = organization
  const ofPage = { organization, ...dialogs, mutations, onGone }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      {from !== '' && <Entered name={name} from={from} />}
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
        {organization.permissions.includes('member:update') && (
          <p className="-mt-3 mb-4 max-w-[65ch] text-muted">{t('roleHint')}</p>
        )}
        <MemberList
          organization={organization}
          viewerId={viewerId}
          search={search}
          onSearch={onSearch}
          removing={removedMember(dialog)}
          onDialog={onDialog}
          onClose={onClose}
          mutations={mutations}
        />
      </section>
      <Forms {...ofPage} />
      <Questions {...ofPage} />
    </div>
  )
}

/** The notice that the session was switched to this organization, with a button to switch back. */
function Entered({ name, from }: { name: string; from: string }) {
  const { t } = useTranslation('organizations')
  return (
    <form
      method="post"
      className="flex flex-wrap items-center justify-between gap-3 rounded-control bg-success-surface p-3 text-success"
    >
      <HiddenFields values={{ intent: 'switch-organization', organizationId: from === 'shared' ? '' : from }} />
      <p role="status" className="min-w-0 flex-[1_1_12rem] break-words">
        {t('entered', { name })}
      </p>
      <Button type="submit">{t('switchBack')}</Button>
    </form>
  )
}

interface ActionsProps {
  organization: OrganizationDetail
  onDialog: (dialog: OrganizationDialog) => void
}

function Actions({ organization: { name, permissions, isOnlyOwner }, onDialog }: ActionsProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const choices: (DialogChoice<OrganizationDialog> & { isAllowed: boolean })[] = [
    { dialog: 'rename', label: t('rename'), isAllowed: permissions.includes('organization:update') },
    { dialog: 'leave', label: t('leave'), isDangerous: true, isAllowed: !isOnlyOwner },
    {
      dialog: 'delete',
      label: t('common:delete'),
      isDangerous: true,
      isAllowed: permissions.includes('organization:delete'),
    },
  ]
  return (
    <>
      {permissions.includes('invitation:create') && (
        <DialogButton dialog="invite" variant="primary" onOpen={() => onDialog('invite')}>
          {t('invite')}
        </DialogButton>
      )}
      <MoreMenu
        label={t('common:actionsFor', { name })}
        choices={choices.filter(({ isAllowed }) => isAllowed)}
        onOpen={onDialog}
      />
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
        <Room label={t('members')} used={room.memberCount} most={maxMembers} onClose={onClose}>
          <Room
            label={t('invitations')}
            used={room.invitations.filter(({ hasEnded }) => !hasEnded).length}
            most={maxInvitations}
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
      {dialog === 'delete' && (
        <DeleteOrganization
          organization={organization}
          onClose={onClose}
          onDelete={async ({ typed }) => {
            await mutations.remove({ id, name, typed })
            await onGone()
          }}
        />
      )}
    </>
  )
}
