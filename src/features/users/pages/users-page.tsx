import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useRouteContext, useSearch } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { displayNameOf } from '#lib/names.ts'
import { Badge } from '#ui/badge.tsx'
import { buttonClasses } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import { ChoiceChip } from '#ui/filter-chip.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { ListToolbar } from '#ui/list-tools.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { UserCell } from '#ui/user-cell.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { CountBesideTitle } from '#ui/total.tsx'
import { useRowControls } from '#ui/use-list-choices.ts'
import { STATUS_TONES } from '../components/user-status.tsx'
import { ROLES, USER_SORTS, USER_STATUSES } from '../user-choices.ts'
import { userCountQuery, userListQuery } from '../users.queries.ts'
import type { UserRow, UsersSearch } from '../users.schema.ts'

const loadManyUsers = () => import('../components/many-users.tsx')

/** The list of all users. @param tools the tools that features add to the list */
export function UsersPage({ tools }: { tools: ReactNode }) {
  const { t } = useTranslation('users')
  const { permissions } = useRouteContext({ from: '/manager' }).viewer
  const search = useSearch({ from: '/manager/users/' })
  const query = useInfiniteQuery(userListQuery(search))
  const { data: total } = useQuery(userCountQuery(search))
  const { searchTerm, role, status, sort, after } = search
  const { choices, selection, menu, closeMenu, Part } = useRowControls({
    scope: JSON.stringify([searchTerm, role, status]),
    nameOf: (row: UserRow) => displayNameOf(row),
    namespaces: ['bulk', 'user'],
    load: loadManyUsers,
  })
  const canCreate = permissions.includes('user:create')
  const newLink = canCreate && (
    <Link to="/manager/users/new" state={{ openedFrom: '/manager/users' }} className={buttonClasses('primary')}>
      <UserPlus aria-hidden="true" className="size-4" />
      {t('new')}
    </Link>
  )

  return (
    <div className="list-page">
      <PageHeader
        title={t('title')}
        count={<CountBesideTitle total={total} />}
        action={newLink}
        tools={<UserFilters search={search} isPending={query.isPlaceholderData} tools={tools} />}
      />
      <DataList
        label={t('title')}
        query={query}
        columns={useUserColumns()}
        keyOf={(row) => row.id}
        search={{ searchTerm, filters: { role, status }, sort, after }}
        emptyAction={newLink}
        total={total}
        choices={choices}
      />
      {Part && selection && (
        <Part
          permissions={permissions}
          filter={search}
          selection={selection}
          total={total}
          menu={menu}
          onMenuClose={closeMenu}
        />
      )}
    </div>
  )
}

interface UserFiltersProps {
  search: UsersSearch
  isPending: boolean
  tools: ReactNode
}

/** The search, filters and order of the list of users. */
function UserFilters({ search, isPending, tools }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'common'])
  const { searchTerm, role, status, sort } = search
  return (
    <ListToolbar searchTerm={searchTerm} isPending={isPending} filters={{ role, status }} tools={tools}>
      <ChoiceChip
        name="role"
        label={t('role')}
        value={role}
        options={ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) }))}
      />
      <ChoiceChip
        name="status"
        label={t('status')}
        value={status}
        options={USER_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) }))}
      />
      <div className="below-880">
        <ChoiceChip
          name="sort"
          label={t('common:sortBy')}
          value={sort}
          options={USER_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
          isOrder
        />
      </div>
    </ListToolbar>
  )
}

/** The columns of the list of users; on narrow screens both badges share a line. */
function useUserColumns(): Column<UserRow>[] {
  const { t } = useTranslation(['users', 'common'])
  // Translate the names of the roles once for all rows.
  const roles = t('common:roles', { returnObjects: true })
  const statuses = t('statuses', { returnObjects: true })
  return [
    {
      name: 'user',
      header: t('user'),
      isUser: true,
      order: { sort: 'name', direction: 'ascending' },
      cell: ({ id, name, email }) => (
        <UserCell
          name={name}
          email={email}
          linkAround={(line) => (
            <RowLink to="/manager/users/$id" id={id}>
              {line}
            </RowLink>
          )}
        />
      ),
    },
    {
      name: 'role',
      header: t('role'),
      width: 'max(145px, 14cqi)',
      cell: ({ role }) => (role === 'admin' ? <Badge tone="accent">{roles.admin}</Badge> : roles[role]),
    },
    {
      name: 'status',
      header: t('status'),
      width: 'max(140px, 15cqi)',
      cell: ({ status }) => <Badge tone={STATUS_TONES[status]}>{statuses[status]}</Badge>,
    },
    timeColumn({
      name: 'lastSignIn',
      header: t('lastSignIn'),
      shownFrom: 720,
      at: ({ lastSignInAt }) => lastSignInAt,
      never: t('never'),
    }),
    timeColumn({
      name: 'created',
      header: t('created'),
      shownFrom: 880,
      order: { sort: 'newest', direction: 'descending' },
      at: ({ createdAt }) => createdAt,
    }),
  ]
}
