import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { nameOf } from '#lib/names.ts'
import { Confirm } from '#ui/confirm.tsx'
import { CutText } from '#ui/cut-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import { DialogButton } from '#ui/dialog-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { OrganizationMutations } from '../organizations.mutations.ts'
import { membersQuery } from '../organizations.queries.ts'
import type { MemberRow, OrganizationDetail } from '../organizations.schema.ts'
import { RoleForm } from './organization-form.tsx'
import { RoleBadge } from './role-badge.tsx'

/** A dialog about a member, held open by the URL. */
export interface MemberDialog {
  kind: 'role' | 'remove'
  userId: string
}

interface MemberListProps {
  organization: OrganizationDetail
  viewerId: string
  /** Behind which member the list begins; empty for the first page. */
  after: string
  dialog: MemberDialog | undefined
  onDialog: (dialog: MemberDialog) => void
  onClose: () => void
  /** Leaves the dialog for good after saving. */
  onDone: () => Promise<void>
  mutations: Pick<OrganizationMutations, 'changeRole' | 'removeMember'>
}

/** The members of an organization, the longest-standing first, with what the viewer may do about each. */
export function MemberList({ organization, after, dialog, ...props }: MemberListProps) {
  const { t } = useTranslation('organizations')
  const query = useInfiniteQuery(membersQuery(organization.id, after))
  const rows = query.data?.pages.flatMap((page) => page.rows)
  const about = rows?.find(({ userId }) => userId === dialog?.userId)
  return (
    <>
      <DataList
        label={t('members')}
        query={query}
        columns={useColumns({ organization, ...props })}
        keyOf={({ userId }) => userId}
        search={{ searchTerm: '', filters: {}, after }}
        total={organization.memberCount}
      />
      {about && dialog && <AboutMember organization={organization} member={about} dialog={dialog} {...props} />}
    </>
  )
}

function useColumns({
  organization,
  viewerId,
  onDialog,
}: Pick<MemberListProps, 'organization' | 'viewerId' | 'onDialog'>) {
  const { t } = useTranslation('organizations')
  const mayActOn = ({ role }: MemberRow) => role !== 'owner' || organization.role === 'owner'
  return [
    {
      name: 'name',
      header: t('name'),
      cell: ({ name, email }: MemberRow) => (
        <div className="min-w-0">
          <p className="font-medium text-text">
            <CutText>{nameOf({ name, email })}</CutText>
          </p>
          {name !== '' && (
            <p className="text-small break-all text-muted">
              <bdi>{email}</bdi>
            </p>
          )}
        </div>
      ),
    },
    {
      name: 'role',
      header: t('role'),
      width: '140px',
      cell: ({ role }: MemberRow) => <RoleBadge role={role} />,
    },
    {
      name: 'joined',
      header: t('joined'),
      width: '130px',
      shownFrom: 640 as const,
      cell: ({ joinedAt }: MemberRow) => <RelativeTime at={joinedAt} />,
    },
    ...(organization.permissions.includes('member:update')
      ? [
          {
            name: 'actions',
            header: <span className="sr-only">{t('actions')}</span>,
            width: '230px',
            cell: (row: MemberRow) =>
              mayActOn(row) && <MemberButtons row={row} isSelf={row.userId === viewerId} onDialog={onDialog} />,
          },
        ]
      : []),
  ]
}

interface MemberButtonsProps {
  row: MemberRow
  isSelf: boolean
  onDialog: MemberListProps['onDialog']
}

function MemberButtons({ row: { userId, ...row }, isSelf, onDialog }: MemberButtonsProps) {
  const { t } = useTranslation('organizations')
  const name = nameOf(row)
  return (
    <div className="flex flex-wrap gap-2">
      <DialogButton
        dialog={`role.${userId}`}
        aria-label={t('changeRoleNamed', { name })}
        onOpen={() => onDialog({ kind: 'role', userId })}
      >
        {t('changeRole')}
      </DialogButton>
      {!isSelf && (
        <DialogButton
          dialog={`remove.${userId}`}
          variant="danger"
          aria-label={t('removeNamed', { name })}
          onOpen={() => onDialog({ kind: 'remove', userId })}
        >
          {t('remove')}
        </DialogButton>
      )}
    </div>
  )
}

interface AboutMemberProps extends Omit<MemberListProps, 'after' | 'viewerId' | 'onDialog'> {
  member: MemberRow
  dialog: MemberDialog
}

function AboutMember({ organization, member, dialog, onClose, onDone, mutations }: AboutMemberProps) {
  const { t } = useTranslation('organizations')
  const { id, role: ownRole } = organization
  const { userId } = member
  const name = nameOf(member)
  return (
    <>
      <Dialog isOpen={dialog.kind === 'role'} onClose={onClose} title={t('changeRoleNamed', { name })} isPlain>
        <RoleForm
          ownRole={ownRole}
          initial={member.role}
          plain={{ intent: 'change-organization-role', id, userId }}
          onCancel={onClose}
          onSave={async ({ role }) => {
            await mutations.changeRole(id, userId, role)
            await onDone()
          }}
        />
      </Dialog>
      <Confirm
        isOpen={dialog.kind === 'remove'}
        onClose={onClose}
        summary={t('removeSummary', { name, organization: organization.name })}
        description={t('removeQuestion', { name })}
        action={t('remove')}
        isDestructive
        plain={{ intent: 'remove-organization-member', id, userId, name }}
        onConfirm={() => mutations.removeMember(id, { userId, name })}
      />
    </>
  )
}
