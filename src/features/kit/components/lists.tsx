import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Page } from '#lib/page.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { DataList } from '#ui/data-list.tsx'
import type { Column } from '#ui/list-head.tsx'
import { UserCell } from '#ui/user-cell.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { daysBefore, LAST_PAGE_ROWS, ROWS, type SampleRow } from '../samples.ts'
import { Section } from './section.tsx'

const TOTAL = 12_000

type ListState = 'loading' | 'failed' | 'empty' | 'rows'

const FIRST_PAGE: Page<SampleRow> = { rows: ROWS, nextCursor: 'more' }
const LAST_PAGE: Page<SampleRow> = { rows: LAST_PAGE_ROWS, nextCursor: null }
const EMPTY_PAGE: Page<SampleRow> = { rows: [], nextCursor: null }

/** Shows a list with short, Arabic and too long names, and a button that loads more rows. */
export function ListWithRows({ now }: { now: number }) {
  const { t } = useTranslation('kit')
  const query = useSampleList('rows')
  return (
    <Section name="rows">
      <DataList
        label={t('sections.rows')}
        query={query}
        columns={useColumns(now)}
        keyOf={({ id }) => id}
        total={TOTAL}
      />
    </Section>
  )
}

/** Shows lists that are loading, failed or empty, and lists without a match. */
export function ListsWithoutRows() {
  const { t } = useTranslation('kit')
  const lists: Record<
    string,
    { query: ReturnType<typeof useSampleList>; searchTerm?: string; filters?: Record<string, string> }
  > = {
    loading: { query: useSampleList('loading') },
    failed: { query: useSampleList('failed') },
    empty: { query: useSampleList('empty') },
    noMatch: { query: useSampleList('empty'), searchTerm: t('sentence') },
    filteredOut: { query: useSampleList('empty'), filters: { status: 'active' } },
  }
  const columns = useColumns(0)
  return (
    <Section name="states">
      {Object.entries(lists).map(([state, { query, searchTerm = '', filters = {} }]) => (
        <DataList
          key={state}
          label={t('sections.states')}
          query={query}
          columns={columns}
          keyOf={({ id }) => id}
          search={{ searchTerm, filters, after: '' }}
          emptyHint={t('sentence')}
          emptyAction={<Button variant="primary">{t('action')}</Button>}
        />
      ))}
    </Section>
  )
}

function useColumns(now: number): Column<SampleRow>[] {
  const { t } = useTranslation('kit')
  return [
    { name: 'name', header: t('name'), isUser: true, cell: UserCell },
    { name: 'status', header: t('status'), width: '25%', cell: () => <Badge tone="success">{t('active')}</Badge> },
    {
      name: 'added',
      header: t('added'),
      width: '25%',
      shownFrom: 640,
      cell: ({ addedDaysAgo }) => <RelativeTime at={daysBefore(now, addedDaysAgo)} />,
    },
  ]
}

/** Returns a query that remains in one state: `loading` never ends, and `failed` fails at each attempt. */
function useSampleList(state: ListState) {
  return useInfiniteQuery({
    queryKey: ['kit', state],
    queryFn: () => (state === 'failed' ? Promise.reject(new Error(state)) : Promise.resolve(LAST_PAGE)),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    enabled: state !== 'loading',
    retry: false,
    staleTime: 'static',
    ...(state === 'rows' && { initialData: { pages: [FIRST_PAGE], pageParams: [''] } }),
    ...(state === 'empty' && { initialData: { pages: [EMPTY_PAGE], pageParams: [''] } }),
  })
}
