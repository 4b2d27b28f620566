import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { appConfig } from '#app.config'
import { displayNameOf } from '#lib/names.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { Avatar } from '#ui/avatar.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { TruncatedText } from '#ui/truncated-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import type { Column } from '#ui/list-head.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { CompactSelect } from '#ui/select-field.tsx'
import { useFailureToast } from '#ui/use-error-text.ts'
import type { OrganizationMutations } from '../organizations.mutations.ts'
import { membersQuery, type MemberSearch } from '../organizations.queries.ts'
import type { MemberRow, OrganizationDetail } from '../organizations.schema.ts'
import { Refusal } from './action-form.tsx'
import { useRoleChoices } from './organization-form.tsx'
import { RoleBadge } from './role-badge.tsx'

interface MemberListProps {
  organization: OrganizationDetail
  viewerId: string
  search: MemberSearch
  onSearch: (searchTerm: string) => void
  /** The user ID of the member in the open removal dialog. */
  removing: string | undefined
  onDialog: (dialog: `remove.${string}`) => void
  onClose: () => void
  mutations: Pick<OrganizationMutations, 'changeRole' | 'removeMember'>
}

/** The members of an organization, longest-standing first, with the actions that the viewer is allowed on each. */
export function MemberList({ organization, search, onSearch, removing, onClose, ...props }: MemberListProps) {
  const { t } = useTranslation(['organizations', 'common'])
  const { id, name, memberCount } = organization
  const query = useInfiniteQuery(membersQuery(id, search))
  const { searchTerm } = search
  const removed = query.data?.pages.flatMap(({ rows }) => rows).find(({ userId }) => userId === removing)
  return (
    <>
      {(memberCount > appConfig.lists.pageSize || searchTerm !== '') && (
        <div className="mb-4">
          <SearchForm searchTerm={searchTerm} onSearch={onSearch} isPending={query.isPlaceholderData} />
        </div>
      )}
      <DataList
        label={t('common:nav.members')}
        query={query}
        columns={useColumns({ organization, ...props })}
        keyOf={({ userId }) => userId}
        search={search}
        total={searchTerm === '' ? memberCount : undefined}
      />
      {removed && (
        <Confirm
          isOpen
          onClose={onClose}
          summary={t('removeSummary', { name: displayNameOf(removed), organization: name })}
          description={t('removeQuestion', { name: displayNameOf(removed) })}
          action={t('remove')}
          isDestructive
          plain={{ intent: 'remove-organization-member', id, userId: removed.userId, name: displayNameOf(removed) }}
          onConfirm={() => props.mutations.removeMember(id, { userId: removed.userId, name: displayNameOf(removed) })}
        />
      )}
    </>
  )
}

type ColumnsProps = Pick<MemberListProps, 'organization' | 'viewerId' | 'onDialog' | 'mutations'>

function useColumns({ organization, viewerId, onDialog, mutations }: ColumnsProps): Column<MemberRow>[] {
  const { t } = useTranslation(['organizations', 'common'])
  const { id, permissions } = organization
  const mayUpdate = permissions.includes('member:update')
  const mayActOn = ({ userId, role }: MemberRow) =>
    mayUpdate && userId !== viewerId && (role !== 'owner' || organization.role === 'owner')
  return [
    { name: 'name', header: t('name'), isPerson: true, cell: Person },
    {
      name: 'role',
      header: t('role'),
      width: 'max(150px, 18cqi)',
      cell: (row) =>
        mayActOn(row) ? (
          <RoleSelect
            organization={organization}
            member={row}
            onChange={(role) => mutations.changeRole(id, row.userId, role)}
          />
        ) : (
          <RoleBadge role={row.role} />
        ),
    },
    {
      name: 'joined',
      header: t('joined'),
      width: 'max(150px, 20cqi)',
      shownFrom: 640,
      cell: ({ joinedAt }) => <RelativeTime at={joinedAt} />,
    },
    ...(mayUpdate
      ? [
          {
            name: 'actions',
            header: <span className="sr-only">{t('actions')}</span>,
            width: '64px',
            cell: (row: MemberRow) => mayActOn(row) && <MemberMenu row={row} onDialog={onDialog} />,
          },
        ]
      : []),
  ]
}

function Person({ name, email }: MemberRow) {
  return (
    <div className="person">
      <Avatar name={displayNameOf({ name, email })} />
      <div>
        <p className="font-medium text-text">
          <TruncatedText>{displayNameOf({ name, email })}</TruncatedText>
        </p>
        {name !== '' && <TruncatedText>{email}</TruncatedText>}
      </div>
    </div>
  )
}

function MemberMenu({ row, onDialog }: { row: MemberRow; onDialog: MemberListProps['onDialog'] }) {
  const { t } = useTranslation(['organizations', 'common'])
  const name = displayNameOf(row)
  return (
    <div className="flex justify-end">
      <MoreMenu
        label={t('common:actionsFor', { name })}
        choices={[
          {
            dialog: `remove.${row.userId}`,
            label: t('remove'),
            named: t('removeNamed', { name }),
            isDangerous: true,
          } as const,
        ]}
        onOpen={onDialog}
      />
    </div>
  )
}

interface RoleSelectProps {
  organization: { id: string; role: OrganizationRole }
  member: MemberRow
  onChange: (role: OrganizationRole) => Promise<void>
}

/** The field for a member's role, which saves a new choice at once; without JavaScript, a button saves it. */
function RoleSelect({ organization, member: { userId, role, ...member }, onChange }: RoleSelectProps) {
  const { t } = useTranslation('organizations')
  const act = useFailureToast()
  const [saving, setSaving] = useState<OrganizationRole>()
  const label = t('changeRoleNamed', { name: displayNameOf(member) })
  const plain = { intent: 'change-organization-role', id: organization.id, userId }
  return (
    <form method="post" aria-busy={saving !== undefined} className="flex flex-wrap items-center -ms-3">
      <HiddenFields values={plain} />
      <CompactSelect
        name="role"
        label={label}
        value={saving ?? role}
        options={useRoleChoices(organization.role)}
        onChange={(chosen) => {
          setSaving(chosen)
          void act(() => onChange(chosen)).then(() => setSaving(undefined))
        }}
      />
      <noscript>
        <button type="submit" aria-label={label} className={buttonClasses()}>
          {t('changeRole')}
        </button>
      </noscript>
      <Refusal plain={plain} />
    </form>
  )
}
