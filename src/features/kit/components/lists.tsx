import { useTranslation } from 'react-i18next'
import { Avatar } from '#ui/avatar.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { CutText } from '#ui/cut-text.tsx'
import { DataList, type Column } from '#ui/data-list.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Total } from '#ui/total.tsx'
import { daysBefore, type SampleRow } from '../samples.ts'
import { useSampleList } from '../use-sample-list.ts'
import { Section } from './section.tsx'

const TOTAL = 12_000

/** Shows a list with short, Arabic and too long names, and more to load. */
export function ListWithRows({ now }: { now: number }) {
  const { t } = useTranslation('kit')
  const query = useSampleList('rows')
  const shown = query.data?.pages.flatMap(({ rows }) => rows).length ?? 0
  return (
    <Section name="rows">
      <DataList
        label={t('sections.rows')}
        query={query}
        columns={useColumns(now)}
        keyOf={({ id }) => id}
        searchTerm=""
        onClearSearch={() => undefined}
        total={<Total shown={shown} total={TOTAL} />}
      />
    </Section>
  )
}

/** Shows lists on their way, failed, empty, and with nothing found. */
export function ListsWithoutRows() {
  const { t } = useTranslation('kit')
  const lists = {
    loading: { query: useSampleList('loading'), searchTerm: '' },
    failed: { query: useSampleList('failed'), searchTerm: '' },
    empty: { query: useSampleList('empty'), searchTerm: '' },
    noMatch: { query: useSampleList('empty'), searchTerm: t('sentence') },
  }
  const columns = useColumns(0)
  return (
    <Section name="states">
      {Object.entries(lists).map(([state, { query, searchTerm }]) => (
        <DataList
          key={state}
          label={t('sections.states')}
          query={query}
          columns={columns}
          keyOf={({ id }) => id}
          searchTerm={searchTerm}
          onClearSearch={() => undefined}
          emptyAction={<Button variant="primary">{t('action')}</Button>}
        />
      ))}
    </Section>
  )
}

function useColumns(now: number): Column<SampleRow>[] {
  const { t } = useTranslation('kit')
  return [
    { name: 'name', header: t('name'), cell: (row) => <Person {...row} /> },
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

function Person({ name, email }: SampleRow) {
  return (
    <div className="flex items-center gap-3">
      <Avatar name={name} />
      <div className="min-w-0">
        <CutText className="font-medium text-text">{name}</CutText>
        <CutText className="text-sm">{email}</CutText>
      </div>
    </div>
  )
}
