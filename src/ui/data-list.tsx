import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState, type MouseEvent as ReactMouseEvent, type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#lib/page.ts'
import { Button, buttonClasses } from './button.tsx'
import { EmptyState, LoadFailed } from './empty-state.tsx'
import { ListHead, columnVisibilityClass, type Column } from './list-head.tsx'
import { ListLink } from './list-link.tsx'
import { clearedFilters, countActiveFilters, type ListSearch } from './list-search.ts'
import { ListSkeleton } from './list-skeleton.tsx'
import { HiddenFields } from './plain-form.tsx'
import { RowCheckboxAndMenuButton, VisibleRowsCheckbox, type RowControls } from './row-choice.tsx'
import { ShownOfTotal } from './total.tsx'

interface DataListProps<Row> {
  /** The name of the list, for screen readers. */
  label: string
  query: Pick<
    UseInfiniteQueryResult<{ pages: Page<Row>[] }>,
    | 'data'
    | 'isError'
    | 'isFetching'
    | 'isPlaceholderData'
    | 'refetch'
    | 'fetchNextPage'
    | 'hasNextPage'
    | 'isFetchingNextPage'
  >
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** Absent for a list that can only be continued. */
  search?: ListSearch
  /** A sentence in an empty list that explains its purpose. */
  emptyHint?: string
  /** The button in an empty list that creates the first row. */
  emptyAction?: ReactNode
  /** The file of the documentation that an empty list links to. */
  emptyDocs?: string
  /** The number of all rows, counted at most to `totalCap` + 1; undefined while it is being counted. */
  total?: number | undefined
  /** The selection, if rows can be selected; null before hydration, which only reserves the space for it. */
  choices?: RowControls<Row> | null
}

const UNFILTERED: ListSearch = { searchTerm: '', after: '' }

/** A list in all its states: loading, failed, empty, no match, rows, more to load. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { query, columns, search = UNFILTERED, choices } = props
  const rows = query.data?.pages.flatMap((page) => page.rows)

  if (!rows && query.isError)
    return <LoadFailed onRetry={() => void query.refetch()}>{search.after !== '' && <BackToStartLink />}</LoadFailed>
  if (!rows) return <ListSkeleton columns={columns} sort={search.sort} hasRowControls={choices !== undefined} />
  if (rows.length === 0) return <EmptyList {...props} />
  return <ListRows {...props} rows={rows} />
}

/** Explains why the list is empty, and offers actions that can change this. */
function EmptyList<Row>({ search = UNFILTERED, emptyHint, emptyAction, emptyDocs }: DataListProps<Row>) {
  const { t } = useTranslation()
  const { searchTerm, filters, after } = search
  const isFiltered = countActiveFilters(filters) > 0
  if (searchTerm === '' && !isFiltered)
    return after === '' ? (
      <EmptyState
        text={t('list.empty')}
        hint={emptyHint}
        action={emptyAction && <div className="empty-action">{emptyAction}</div>}
        docs={emptyDocs}
      />
    ) : (
      <EmptyState text={t('list.empty')} action={<BackToStartLink />} />
    )
  return (
    <EmptyState
      text={searchTerm === '' ? t('list.noMatches') : t('list.noResults', { searchTerm })}
      action={
        <div className="flex flex-wrap justify-center gap-3">
          {searchTerm !== '' && (
            <ListLink changed={{ searchTerm: '' }} className={buttonClasses()}>
              {t('clearSearch')}
            </ListLink>
          )}
          {isFiltered && (
            <ListLink changed={{ searchTerm: '', ...clearedFilters(filters) }} className={buttonClasses()}>
              {t('list.clearFilters')}
            </ListLink>
          )}
        </div>
      }
    />
  )
}

function ListRows<Row>({
  label,
  query,
  columns,
  keyOf,
  search = UNFILTERED,
  rows,
  total,
  choices,
}: DataListProps<Row> & { rows: Row[] }) {
  const { t } = useTranslation()
  const { table, noteLoadMore } = useFocusOnNewRow(rows.length)
  const isStale = query.isPlaceholderData
  const shown = choices ? rows.map(keyOf) : []
  const answered = useRequestOfShownRows(JSON.stringify(search), isStale)
  return (
    <div
      className="data-list"
      aria-busy={query.isFetching || undefined}
      data-stale={isStale || undefined}
      data-choices={choices !== undefined || undefined}
    >
      {search.after && (
        <p className="mb-4">
          <BackToStartLink />
        </p>
      )}
      <div className="list-frame">
        <table ref={table} aria-label={label}>
          <ListHead
            columns={columns}
            sort={search.sort}
            lead={choices && <VisibleRowsCheckbox selection={choices.selection} shown={shown} />}
          />
          {/* The key gives rows of another request new elements, so that moved rows do not count as layout shifts. */}
          {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- keys use the link */}
          <tbody key={answered} onClick={followRowLink}>
            {rows.map((row) => (
              <ListRow key={keyOf(row)} id={keyOf(row)} row={row} columns={columns} choices={choices} shown={shown} />
            ))}
          </tbody>
        </table>
      </div>
      {query.isError && (
        <div className="mt-4">
          <LoadFailed onRetry={() => void query.fetchNextPage()} />
        </div>
      )}
      {/* The footer's key recreates it below other rows, so that it causes no layout shift. The announced text stays. */}
      <p role="status" className="sr-only">
        {isStale ? t('loading') : <ShownOfTotal shown={rows.length} total={total} />}
      </p>
      <footer key={`${rows.length} ${answered}`}>
        {!isWhole(search, rows.length, total) && (
          <p aria-hidden="true">
            <ShownOfTotal shown={rows.length} total={total} />
          </p>
        )}
        {query.hasNextPage && <LoadMoreButton query={query} search={search} onLoad={noteLoadMore} />}
      </footer>
    </div>
  )
}

/** Whether the list shows all rows, unfiltered, so that their number says nothing new. */
function isWhole({ searchTerm, filters }: ListSearch, shown: number, total: number | undefined): boolean {
  return shown === total && searchTerm === '' && countActiveFilters(filters) === 0
}

interface ListRowProps<Row> extends Pick<DataListProps<Row>, 'columns' | 'choices'> {
  row: Row
  id: string
  shown: string[]
}

function ListRow<Row>({ row, id, columns, choices, shown }: ListRowProps<Row>) {
  return (
    <tr>
      {columns.map(({ name, cell, shownFrom }, column) => (
        <td key={name} className={columnVisibilityClass(shownFrom)}>
          {column === 0 && choices && <RowCheckboxAndMenuButton {...choices} row={row} id={id} shown={shown} />}
          {cell(row)}
        </td>
      ))}
    </tr>
  )
}

interface LoadMoreButtonProps extends Pick<DataListProps<unknown>, 'query'> {
  search: ListSearch
  onLoad: () => void
}

/** A button that loads more rows. Without JavaScript, its form requests the next page of the list: the rows after a cursor. */
function LoadMoreButton({ query, search: { searchTerm, filters, sort = '' }, onLoad }: LoadMoreButtonProps) {
  const { t } = useTranslation()
  const after = query.data?.pages.at(-1)?.nextCursor ?? ''
  const given = Object.entries({ searchTerm, ...filters, sort, after }).filter(([, value]) => value !== '')
  return (
    <form>
      <HiddenFields values={Object.fromEntries(given)} />
      <Button
        type="submit"
        isBusy={query.isFetchingNextPage}
        onClick={(event) => {
          event.preventDefault()
          onLoad()
          void query.fetchNextPage()
        }}
      >
        {t('list.loadMore')}
      </Button>
    </form>
  )
}

function BackToStartLink() {
  const { t } = useTranslation()
  return (
    <ListLink changed={{}} className={buttonClasses()}>
      {t('list.fromStart')}
    </ListLink>
  )
}

/** Returns the request whose rows are visible. While rows for a new request are loading, this is the previous request. */
function useRequestOfShownRows(asked: string, isStale: boolean): string {
  const [answered, setAnswered] = useState(asked)
  if (!isStale && answered !== asked) setAnswered(asked)
  return isStale ? answered : asked
}

/** Follows the row's link on a click on an element that covers this link, for example a time with a tooltip. */
function followRowLink({ target, nativeEvent }: ReactMouseEvent) {
  if (!(target instanceof Element) || target.closest('a, button, label, summary')) return
  target.closest('tr')?.querySelector('a.row-link')?.dispatchEvent(new MouseEvent('click', nativeEvent))
}

/** Moves the focus to the first new row when "Load more" has loaded rows, unless the focus has moved elsewhere. */
function useFocusOnNewRow(rowCount: number) {
  const table = useRef<HTMLTableElement>(null)
  const countBefore = useRef<number>(undefined)

  useEffect(() => {
    const firstNew = countBefore.current
    if (firstNew === undefined || rowCount <= firstNew) return
    countBefore.current = undefined
    if (document.activeElement !== document.body) return
    table.current?.tBodies[0]?.rows[firstNew]?.querySelector('a')?.focus()
  }, [rowCount])

  return {
    table,
    noteLoadMore: () => {
      countBefore.current = rowCount
    },
  }
}
