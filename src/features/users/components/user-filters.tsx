import { useTranslation } from 'react-i18next'
import { SearchInput } from '#ui/search-input.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type UserFilter } from '../users.schema.ts'
import { ROLES, USER_SORTS, USER_STATUSES, type UserSort } from '../user-choices.ts'

/** What the list of people shows, and in which order. */
export interface UsersSearch extends UserFilter {
  sort: UserSort
}

interface UserFiltersProps {
  search: UsersSearch
  onSearch: (changed: Partial<UsersSearch>) => void
}

/** Search, filters and order of the list of people. */
export function UserFilters({ search, onSearch }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'common'])
  const { searchTerm, role, status, sort } = search
  return (
    <>
      <SearchInput value={searchTerm} onSearch={(term) => onSearch({ searchTerm: term })} />
      <SelectField
        label={t('role')}
        isLabelHidden
        value={role}
        options={[
          { value: '', label: t('allRoles') },
          ...ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) })),
        ]}
        onChange={(chosen) => onSearch({ role: chosen })}
      />
      <SelectField
        label={t('status')}
        isLabelHidden
        value={status}
        options={[
          { value: '', label: t('allStatuses') },
          ...USER_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
        onChange={(chosen) => onSearch({ status: chosen })}
      />
      <SelectField
        label={t('common:sortBy')}
        isLabelHidden
        value={sort}
        options={USER_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(chosen) => onSearch({ sort: chosen })}
      />
    </>
  )
}
