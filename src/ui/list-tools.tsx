import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from './button.tsx'
import { ListLink } from './list-link.tsx'
import { clearedFilters, countFilters, type ListFilters } from './list-search.ts'
import { SearchForm } from './search-form.tsx'
import { useListSearch } from './use-list-search.ts'

interface ListToolsProps {
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
export function ListTools({ searchTerm, isPending, filters, children, tools }: ListToolsProps) {
  const { t } = useTranslation()
  const show = useListSearch()
  return (
    <>
      <SearchForm searchTerm={searchTerm} onSearch={(changed) => show({ searchTerm: changed })} isPending={isPending}>
        <div className="chips">
          {children}
          {countFilters(filters) > 1 && (
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
