import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  HistoryChanges,
  HistorySentence,
  linkedNames,
  NameInHistory,
  useNameInHistory,
} from '#audit/history-sentence.tsx'
import { titleOf } from '#ui/cut-text.tsx'
import type { Column } from '#ui/list-head.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { HistoryRow } from '../history.schema.ts'
import { HistoryDetails } from './history-details.tsx'
import { useHistoryText } from './use-history-text.ts'

/** The columns of the history of all people. */
export function useHistoryColumns(): Column<HistoryRow>[] {
  const { t } = useTranslation('audit')
  return [
    { name: 'event', header: t('event'), cell: (row) => <Event row={row} /> },
    {
      name: 'by',
      header: t('by'),
      width: 'max(150px, 20cqi)',
      cell: (row) => <By row={row} />,
    },
    { name: 'at', header: t('at'), width: 'max(130px, 16cqi)', cell: ({ at }) => <RelativeTime at={at} /> },
  ]
}

/** On cards only where it is not who the sentence is about. */
function By({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const name = useNameInHistory()(row, 'actor')
  if (row.actorId === null) return t('system')
  return (
    <span
      title={titleOf(name)}
      className={row.actorId === row.subjectId ? 'row-sentence not-on-cards' : 'row-sentence'}
    >
      <NameInHistory entry={row} part="actor" />
    </span>
  )
}

function Event({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const textOf = useHistoryText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <p title={textOf(row)} className="row-sentence text-text">
        <HistorySentence entry={row} names={linkedNames(row)} />
      </p>
      <details className="group text-small" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary className="inline-flex min-h-11 min-w-11 cursor-pointer items-center text-accent sm:min-h-6">
          {t('details')}
        </summary>
        <HistoryDetails row={row} isOpen={isOpen} changes={<HistoryChanges entry={row} />} />
      </details>
    </>
  )
}
