import { useTranslation } from 'react-i18next'
import { SearchInput } from '#ui/search-input.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { UsersSearch } from '../users.schema.ts'
import { ROLES, USER_SORTS, USER_STATUSES } from '../user-choices.ts'

interface UserFiltersProps {
  search: UsersSearch
  onSearch: (changed: Partial<UsersSearch>) => void
}

/** The search, filters and order of the list of people. */
export function UserFilters({ search, onSearch }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'common'])
  const { searchTerm, role, status, sort } = search
  return (
    <>
      <SearchInput searchTerm={searchTerm} onSearch={(changed) => onSearch({ searchTerm: changed })} />
      <SelectField
        label={t('role')}
        isLabelHidden
        value={role}
        options={[
          { value: '', label: t('allRoles') },
          ...ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) })),
        ]}
        onChange={(changed) => onSearch({ role: changed })}
      />
      <SelectField
        label={t('status')}
        isLabelHidden
        value={status}
        options={[
          { value: '', label: t('allStatuses') },
          ...USER_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
        ]}
        onChange={(changed) => onSearch({ status: changed })}
      />
      <SelectField
        label={t('common:sortBy')}
        isLabelHidden
        value={sort}
        options={USER_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
        onChange={(changed) => onSearch({ sort: changed })}
      />
    </>
  )
}
