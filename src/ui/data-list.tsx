import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { EmptyState } from './empty-state.tsx'
import { ListSkeleton } from './list-skeleton.tsx'
import { useGoOnAtNewRow } from './use-go-on-at-new-row.ts'

export interface ListPage<Row> {
  rows: Row[]
  /** Where the next page begins; null at the end. */
  nextCursor: string | null
}

export interface Column<Row> {
  /** Names the column; also its React key. */
  name: string
  header: ReactNode
  cell: (row: Row) => ReactNode
  /** Below 768 px only the columns that matter most are shown. */
  isOnPhones?: boolean
}

interface DataListProps<Row> {
  /** What the list is a list of, for screen readers. */
  label: string
  query: Pick<
    UseInfiniteQueryResult<{ pages: ListPage<Row>[] }>,
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
  const hiddenOnPhones = (column: Column<Row>) => (column.isOnPhones === false ? 'max-md:hidden' : '')
  return (
    <div aria-busy={query.isFetching || undefined}>
      <table ref={table} aria-label={label} className="w-full max-md:block">
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <th
                key={column.name}
                scope="col"
                className="sticky top-[calc(var(--stuck-height,0px)+var(--header-height,0px))] z-10 border-b border-hairline bg-page px-3 py-2 text-start text-sm font-medium text-muted"
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-md:grid max-md:grid-cols-1 max-md:gap-3">
          {rows.map((row) => (
            <tr
              key={keyOf(row)}
              className="relative hover:bg-sunken max-md:grid max-md:grid-cols-1 max-md:gap-1 max-md:rounded-card max-md:border max-md:border-hairline max-md:bg-surface max-md:p-4 md:h-14"
            >
              {columns.map((column) => (
                <td
                  key={column.name}
                  className={`min-w-0 border-hairline align-middle md:border-b md:px-3 md:py-2 ${hiddenOnPhones(column)}`}
                >
                  {column.cell(row)}
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
