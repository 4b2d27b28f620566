import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { MouseEvent as ReactMouseEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#lib/page.ts'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useGoOnAtNewRow } from './use-go-on-at-new-row.ts'

export interface Column<Row> {
  /** Names the column; also its React key. */
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** A CSS length or a percentage; what is left over is for the columns without. */
  width?: string
  /** How wide the list has to be, in pixels, for the column to be shown. Below 640 rows are cards. */
  shownFrom?: keyof typeof HIDDEN_BELOW
}

const HIDDEN_BELOW = {
  640: '@max-[640px]/data-list:hidden',
  720: '@max-[720px]/data-list:hidden',
  820: '@max-[820px]/data-list:hidden',
} as const

interface DataListProps<Row> {
  /** What the list is a list of, for screen readers. */
  label: string
  query: Pick<
    UseInfiniteQueryResult<{ pages: Page<Row>[] }>,
    'data' | 'isError' | 'isFetching' | 'refetch' | 'fetchNextPage' | 'hasNextPage' | 'isFetchingNextPage'
  >
  columns: Column<Row>[]
  keyOf: (row: Row) => string
  /** The term that was searched for; empty for none. */
  searchTerm: string
  onClearSearch: () => void
  /** What ends the emptiness: the button that makes the first one. */
  emptyAction?: ReactNode
  /** How many there are in all: '20 of 10,000+'. */
  total?: ReactNode
}

/** A list in all its states: loading, failed, empty, no match, rows, more to load. */
export function DataList<Row>(props: DataListProps<Row>) {
  const { query, columns, searchTerm, onClearSearch, emptyAction } = props
  const { t } = useTranslation()
  const rows = query.data?.pages.flatMap((page) => page.rows)

  if (!rows && query.isError)
    return (
      <EmptyState
        text={t('list.failed')}
        action={<Button onClick={() => void query.refetch()}>{t('retry')}</Button>}
        isAlert
      />
    )
  if (!rows) return <ListSkeleton columnCount={columns.length} />
  if (rows.length === 0 && searchTerm !== '')
    return (
      <EmptyState
        text={t('list.noResults', { searchTerm })}
        action={<Button onClick={onClearSearch}>{t('clearSearch')}</Button>}
      />
    )
  if (rows.length === 0) return <EmptyState text={t('list.empty')} action={emptyAction} />
  return <Rows {...props} rows={rows} />
}

function Rows<Row>({ label, query, columns, keyOf, rows, total }: DataListProps<Row> & { rows: Row[] }) {
  const { t } = useTranslation()
  const { table, noteLoadMore } = useGoOnAtNewRow(rows.length)
  return (
    <div className="data-list" aria-busy={query.isFetching || undefined}>
      <table ref={table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ name, header, width, shownFrom }) => (
              <th key={name} scope="col" style={{ width }} className={shownFrom && HIDDEN_BELOW[shownFrom]}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- for keys there is the link */}
        <tbody onClick={followRowLink}>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ name, cell, shownFrom }) => (
                <td key={name} className={shownFrom && HIDDEN_BELOW[shownFrom]}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {query.isError && (
        <div className="mt-4">
          <EmptyState
            text={t('list.failed')}
            action={<Button onClick={() => void query.fetchNextPage()}>{t('retry')}</Button>}
            isAlert
          />
        </div>
      )}
      <footer className="mt-4 flex flex-wrap items-center justify-between gap-3 text-sm text-muted">
        <p aria-live="polite">{total}</p>
        {query.hasNextPage && (
          <Button
            isBusy={query.isFetchingNextPage}
            onClick={() => {
              noteLoadMore()
              void query.fetchNextPage()
            }}
          >
            {t('list.loadMore')}
          </Button>
        )}
      </footer>
    </div>
  )
}

/** Hands a click on to the row's link from what lies over it to say its title. */
function followRowLink({ target, nativeEvent }: ReactMouseEvent) {
  if (!(target instanceof Element) || target.closest('a, button')) return
  target.closest('tr')?.querySelector('a')?.dispatchEvent(new MouseEvent('click', nativeEvent))
}
