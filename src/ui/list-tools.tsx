import { ListFilter } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { numberIn } from '#lib/intl.ts'
import { Button, buttonClasses } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { ListLink } from './list-link.tsx'
import { clearedFilters, countFilters, type ListFilters } from './list-search.ts'
import { SearchForm } from './search-form.tsx'

interface ListToolsProps {
  searchTerm: string
  onSearch: (searchTerm: string) => void
  /** Whether the results are loading. */
  isPending: boolean
  filters?: ListFilters
  /** Renders the fields of filters and order: in a line with hidden labels, or in the drawer of narrow lists. */
  renderFields: (isInLine: boolean) => ReactNode
  /** Renders the tools of features: beside the fields, or in the drawer, which closes when one of their links is followed. */
  renderTools?: RenderTools | undefined
}

/** Renders the tools that features add to a list. @param onFollow called when one of their links is followed */
export type RenderTools = (onFollow?: () => void) => ReactNode

/** The search and filters of a list: in one line if there is room, otherwise with the filters in a drawer that a button opens. */
export function ListTools({ searchTerm, onSearch, isPending, filters, renderFields, renderTools }: ListToolsProps) {
  const { t, i18n } = useTranslation()
  const [isOpen, setIsOpen] = useState(false)
  const count = countFilters(filters)
  const clearing = count > 0 && (
    <ListLink changed={clearedFilters(filters)} className={buttonClasses('ghost')}>
      {t('list.clearFilters')}
    </ListLink>
  )

  return (
    <>
      <SearchForm searchTerm={searchTerm} onSearch={onSearch} isPending={isPending}>
        <Button className="filters-button" onClick={() => setIsOpen(true)}>
          <ListFilter aria-hidden="true" className="size-4" />
          {count === 0 ? t('list.filters') : t('list.filtersOn', { number: numberIn(i18n.language).format(count) })}
        </Button>
        <div className="filters-line">
          {renderFields(true)}
          {clearing}
        </div>
      </SearchForm>
      {/* Outside of the search form, because the tools have forms of their own. */}
      {renderTools && <div className="more-tools">{renderTools()}</div>}
      <Dialog isOpen={isOpen} onClose={() => setIsOpen(false)} title={t('list.filters')}>
        <DrawerFields
          renderFields={renderFields}
          renderTools={renderTools}
          clearing={clearing}
          onClose={() => setIsOpen(false)}
        />
      </Dialog>
    </>
  )
}

interface DrawerFieldsProps extends Pick<ListToolsProps, 'renderFields' | 'renderTools'> {
  clearing: ReactNode
  onClose: () => void
}

/** Renders the content of the drawer. A component of its own, so that a closed drawer creates no elements. */
function DrawerFields({ renderFields, renderTools, clearing, onClose }: DrawerFieldsProps) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-5">
      {renderFields(false)}
      {renderTools?.(onClose)}
      <div className="flex flex-wrap justify-end gap-3">
        {clearing}
        <Button variant="primary" onClick={onClose}>
          {t('list.done')}
        </Button>
      </div>
    </div>
  )
}
