import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UserPlus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button, buttonClasses } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Total } from '#ui/total.tsx'
import { useUserColumns } from '../components/user-columns.tsx'
import { UserFilters } from '../components/user-filters.tsx'
import { userCountQuery, userListQuery } from '../users.queries.ts'
import type { UsersSearch } from '../users.schema.ts'

interface UsersPageProps {
  canCreate: boolean
  search: UsersSearch
  /** Holds what is shown in the URL. */
  onSearch: (changed: Partial<UsersSearch>) => void
}

/** The page of all people. */
export function UsersPage({ canCreate, search, onSearch }: UsersPageProps) {
  const { t } = useTranslation('users')
  const query = useInfiniteQuery(userListQuery(search))
  const { data: total } = useQuery(userCountQuery(search))
  const isFiltered = search.role !== '' || search.status !== ''
  const newLink = canCreate && (
    <Link to="/manager/users/new" state={{ openedFrom: '/manager/users' }} className={buttonClasses('primary')}>
      <UserPlus aria-hidden="true" className="size-4" strokeWidth={1.75} />
      {t('new')}
    </Link>
  )

  return (
    <>
      <PageHeader title={t('title')} action={newLink} tools={<UserFilters search={search} onSearch={onSearch} />} />
      <DataList
        label={t('title')}
        query={query}
        columns={useUserColumns()}
        keyOf={(row) => row.id}
        searchTerm={search.searchTerm}
        onClearSearch={() => onSearch({ searchTerm: '' })}
        emptyAction={
          isFiltered ? (
            <Button onClick={() => onSearch({ role: '', status: '' })}>{t('clearFilters')}</Button>
          ) : (
            newLink || undefined
          )
        }
        total={<Total shown={query.data?.pages.flatMap((page) => page.rows).length ?? 0} total={total} />}
      />
    </>
  )
}
