import { useInfiniteQuery } from '@tanstack/react-query'
import { useRouteContext, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { appConfig } from '#app.config'
import { displayNameOf } from '#lib/names.ts'
import type { OrganizationRole } from '#lib/organization-roles.ts'
import { buttonClasses } from '#ui/button.tsx'
import { Confirm } from '#ui/confirm.tsx'
import { DataList } from '#ui/data-list.tsx'
import type { Column } from '#ui/list-head.tsx'
import { MoreMenu } from '#ui/more-menu.tsx'
import { UserCell } from '#ui/user-cell.tsx'
import { HiddenFields } from '#ui/plain-form.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { SearchForm } from '#ui/search-form.tsx'
import { CompactSelect } from '#ui/select-field.tsx'
import { useFailureToast } from '#ui/use-error-text.ts'
import { useSetListSearch } from '#ui/use-list-search.ts'
import { useUrlDialog } from '#ui/use-url-dialog.ts'
import { memberToRemove, type OrganizationDialog } from '../organization-dialog.ts'
import { useOrganizationMutations } from '../organizations.mutations.ts'
import { membersQuery } from '../organizations.queries.ts'
import type { MemberRow, OrganizationDetail } from '../organizations.schema.ts'
import { Refusal } from './action-form.tsx'
import { useRoleChoices } from './organization-form.tsx'

/** The members of an organization, longest-standing first, with the actions that the viewer is allowed on each. */
export function MemberList({ organization }: { organization: OrganizationDetail }) {
  const { t } = useTranslation(['organizations', 'common'])
  const { id, name, memberCount } = organization
  const { dialog: open, searchTerm, after } = useSearch({ from: '/app/organizations/$id/' })
  const search = { searchTerm, after }
  const show = useSetListSearch()
  const dialog = useUrlDialog<{ dialog: OrganizationDialog }>({ dialog: '' })
  const { removeMember } = useOrganizationMutations()
  const query = useInfiniteQuery(membersQuery(id, search))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  const removed = rows.find(({ userId }) => userId === memberToRemove(open))
  return (
    <>
      {(memberCount > appConfig.lists.pageSize || searchTerm !== '') && (
        <div className="mb-4">
          <SearchForm
            searchTerm={searchTerm}
            onSearch={(changed) => show({ searchTerm: changed })}
            isPending={query.isPlaceholderData}
          />
        </div>
      )}
      <DataList
        label={t('common:nav.members')}
        query={query}
        columns={useColumns(organization, (row) => void dialog.open({ dialog: `remove.${row.userId}` }))}
        keyOf={({ userId }) => userId}
        search={search}
        total={searchTerm === '' ? memberCount : undefined}
      />
      {removed && (
        <Confirm
          isOpen
          onClose={dialog.close}
          summary={t('removeSummary', { name: displayNameOf(removed), organization: name })}
          description={t('removeQuestion', { name: displayNameOf(removed) })}
          action={t('remove')}
          isDestructive
          plain={{ intent: 'remove-organization-member', id, userId: removed.userId, name: displayNameOf(removed) }}
          onConfirm={() => removeMember(id, { userId: removed.userId, name: displayNameOf(removed) })}
        />
      )}
    </>
  )
}

function useColumns(organization: OrganizationDetail, onRemove: (row: MemberRow) => void): Column<MemberRow>[] {
  const { t } = useTranslation(['organizations', 'common'])
  const { viewer } = useRouteContext({ from: '/app' })
  const mayUpdate = organization.permissions.includes('member:update')
  const mayActOn = ({ userId, role }: MemberRow) =>
    mayUpdate && userId !== viewer.id && (role !== 'owner' || organization.role === 'owner')
  return [
    { name: 'name', header: t('name'), isUser: true, cell: UserCell },
    {
      name: 'role',
      header: t('role'),
      width: 'max(150px, 18cqi)',
      cell: (row) =>
        mayActOn(row) ? <RoleSelect organization={organization} member={row} /> : t(`memberRoles.${row.role}`),
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
            cell: (row: MemberRow) => mayActOn(row) && <MemberMenu row={row} onRemove={() => onRemove(row)} />,
          },
        ]
      : []),
  ]
}

function MemberMenu({ row, onRemove }: { row: MemberRow; onRemove: () => void }) {
  const { t } = useTranslation(['organizations', 'common'])
  const name = displayNameOf(row)
  return (
    <div className="flex justify-end">
      <MoreMenu
        label={t('common:actionsFor', { name })}
        choices={[
          { dialog: `remove.${row.userId}`, label: t('remove'), named: t('removeNamed', { name }), isDangerous: true },
        ]}
        onOpen={onRemove}
      />
    </div>
  )
}

interface RoleSelectProps {
  organization: { id: string; role: OrganizationRole }
  member: MemberRow
}

/** The field for a member's role, which saves a new choice at once; without JavaScript, a button saves it. */
function RoleSelect({ organization, member: { userId, role, ...member } }: RoleSelectProps) {
  const { t } = useTranslation('organizations')
  const { changeRole } = useOrganizationMutations()
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
          void act(() => changeRole(organization.id, userId, chosen)).then(() => setSaving(undefined))
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
