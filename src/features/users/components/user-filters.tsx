import { useTranslation } from 'react-i18next'
import { ListTools, type RenderTools } from '#ui/list-tools.tsx'
import { SelectField } from '#ui/select-field.tsx'
import type { UsersSearch } from '../users.schema.ts'
import { ROLES, USER_SORTS, USER_STATUSES } from '../user-choices.ts'

interface UserFiltersProps {
  search: UsersSearch
  onSearch: (changed: Partial<UsersSearch>) => void
  isPending: boolean
  renderTools: RenderTools | undefined
}

/** The search, filters and order of the list of users. */
export function UserFilters({ search, onSearch, isPending, renderTools }: UserFiltersProps) {
  const { t } = useTranslation(['users', 'common'])
  const { searchTerm, role, status, sort } = search
  return (
    <ListTools
      searchTerm={searchTerm}
      onSearch={(changed) => onSearch({ searchTerm: changed })}
      isPending={isPending}
      filters={{ role, status }}
      renderTools={renderTools}
      renderFields={(isInLine) => (
        <>
          <SelectField
            name="role"
            label={t('role')}
            isLabelHidden={isInLine}
            value={role}
            options={[
              { value: '', label: t('allRoles') },
              ...ROLES.map((value) => ({ value, label: t(`common:roles.${value}`) })),
            ]}
            onChange={(changed) => onSearch({ role: changed })}
          />
          <SelectField
            name="status"
            label={t('status')}
            isLabelHidden={isInLine}
            value={status}
            options={[
              { value: '', label: t('allStatuses') },
              ...USER_STATUSES.map((value) => ({ value, label: t(`statuses.${value}`) })),
            ]}
            onChange={(changed) => onSearch({ status: changed })}
          />
          <div className="below-880">
            <SelectField
              name="sort"
              label={t('common:sortBy')}
              isLabelHidden={isInLine}
              value={sort}
              options={USER_SORTS.map((value) => ({ value, label: t(`sort.${value}`) }))}
              onChange={(changed) => onSearch({ sort: changed })}
            />
          </div>
        </>
      )}
    />
  )
}
