import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Permission } from '#auth/permissions.ts'
import { nameOf } from '#lib/names.ts'
import { buttonClasses } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import type { RenderTools } from '#ui/list-tools.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Count } from '#ui/total.tsx'
import { useListChoices } from '#ui/use-list-choices.ts'
import { useUserColumns } from '../components/user-columns.tsx'
import { UserFilters } from '../components/user-filters.tsx'
import { userCountQuery, userListQuery } from '../users.queries.ts'
import type { UserRow, UsersSearch } from '../users.schema.ts'

const loadManyUsers = () => import('../components/many-users.tsx')

interface UsersPageProps {
  permissions: Permission[]
  search: UsersSearch
  /** Writes changed search parameters to the URL. */
  onSearch: (changed: Partial<UsersSearch>) => void
  renderTools: RenderTools | undefined
}

/** The list of all users. */
export function UsersPage({ permissions, search, onSearch, renderTools }: UsersPageProps) {
  const { t } = useTranslation('users')
  const query = useInfiniteQuery(userListQuery(search))
  const { data: total } = useQuery(userCountQuery(search))
  const { searchTerm, role, status, sort, after } = search
  const { choices, selection, menu, closeMenu, Part } = useListChoices({
    scope: JSON.stringify([searchTerm, role, status]),
    nameOf: (row: UserRow) => nameOf(row),
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
        count={<Count total={total} />}
        action={newLink}
        tools={
          <UserFilters
            search={search}
            onSearch={onSearch}
            isPending={query.isPlaceholderData}
            renderTools={renderTools}
          />
        }
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
