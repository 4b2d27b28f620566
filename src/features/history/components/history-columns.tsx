import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { HistoryEntry } from '#audit/audit-actions.ts'
import {
  HistoryChanges,
  HistorySentence,
  linkedNames,
  HistoryName,
  useHistoryName,
  useIsActorNamed,
} from '#audit/history-sentence.tsx'
import { isolateDirection } from '#lib/intl.ts'
import { titleOf } from '#ui/truncated-text.tsx'
import type { Column } from '#ui/list-head.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import type { HistoryRow } from '../history.schema.ts'
import { HistoryDetails } from './history-details.tsx'

/** Returns the columns of the history of all users. */
export function useHistoryColumns(): Column<HistoryRow>[] {
  const { t } = useTranslation('audit')
  return [
    { name: 'event', header: t('event'), cell: (row) => <HistoryEvent row={row} /> },
    {
      name: 'by',
      header: t('by'),
      width: 'max(150px, 20cqi)',
      cell: (row) => <ActorCell row={row} />,
    },
    { name: 'at', header: t('at'), width: 'var(--time-column)', cell: ({ at }) => <RelativeTime at={at} /> },
  ]
}

/** The actor of an entry; empty if its sentence already names the actor. */
function ActorCell({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const name = useHistoryName()(row, 'actor')
  const isActorNamed = useIsActorNamed(row)
  if (row.actorId === null) return t('system')
  if (isActorNamed) return null
  return (
    <span title={titleOf(name)} className="row-sentence">
      <HistoryName entry={row} part="actor" />
    </span>
  )
}

function HistoryEvent({ row }: { row: HistoryRow }) {
  const { t } = useTranslation(['audit', 'common'])
  const textOf = useHistoryText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="relative">
      <p title={textOf(row)} className="row-sentence ps-7 text-text">
        <HistorySentence entry={row} names={linkedNames(row)} />
      </p>
      <details className="group text-small" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
        <summary
          title={t('details')}
          className="absolute -start-3.5 -top-3 grid size-11 cursor-pointer list-none place-items-center rounded-control text-muted hover:text-text sm:-start-1 sm:-top-0.5 sm:size-6"
        >
          <ChevronDown
            aria-hidden="true"
            className="size-4 -rotate-90 transition-[rotate] duration-120 group-open:rotate-0! rtl:rotate-90"
          />
          <span className="sr-only">{t('common:labelled', { label: t('details'), value: textOf(row) })}</span>
        </summary>
        <div className="ps-7 pt-3">
          <HistoryDetails row={row} isOpen={isOpen} changes={<HistoryChanges entry={row} />} />
        </div>
      </details>
    </div>
  )
}

/** Returns a function that describes an entry without links, for titles. */
function useHistoryText(): (entry: HistoryEntry) => string {
  const { t } = useTranslation('history')
  const nameOf = useHistoryName()
  return (entry) =>
    t(`actions.${entry.action}`, {
      // Actions of removed features have no text.
      defaultValue: entry.action,
      actor: isolateDirection(nameOf(entry, 'actor')),
      subject: isolateDirection(nameOf(entry, 'subject')),
    })
}
