import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from './button.tsx'
import { ListLink } from './list-link.tsx'
import { clearedFilters, countActiveFilters, type ListFilters } from './list-search.ts'
import { SearchForm } from './search-form.tsx'
import { useSetListSearch } from './use-list-search.ts'

interface ListToolbarProps {
  searchTerm: string
  /** Whether the results are loading. */
  isPending: boolean
  filters?: ListFilters
  /** The chips of the filters. */
  children?: ReactNode
  /** The tools that features add to the list. */
  tools?: ReactNode
}

/** The line above a list: its search, its filters as chips, and the tools of features. */
export function ListToolbar({ searchTerm, isPending, filters, children, tools }: ListToolbarProps) {
  const { t } = useTranslation()
  const show = useSetListSearch()
  return (
    <>
      <SearchForm searchTerm={searchTerm} onSearch={(changed) => show({ searchTerm: changed })} isPending={isPending}>
        <div className="chips">
          {children}
          {countActiveFilters(filters) > 1 && (
            <ListLink changed={clearedFilters(filters)} className={buttonClasses('ghost')}>
              {t('list.clearFilters')}
            </ListLink>
          )}
        </div>
      </SearchForm>
      {/* Outside of the search form, because tools have forms of their own. */}
      {tools}
    </>
  )
}
