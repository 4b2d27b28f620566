import { useTranslation } from 'react-i18next'
import { AuditIcon } from '#audit/audit-icon.tsx'
import {
  AuditName,
  AuditSentence,
  PLACEHOLDERS,
  useEmphasizedNames,
  useAuditNameFormatter,
  useIsActorInSentence,
} from '#audit/audit-sentence.tsx'
import { ListLink } from '#ui/list-link.tsx'
import type { Column } from '#ui/list-head.tsx'
import { SidePanelLink } from '#ui/side-panel-link.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { useHistoryFormatter } from '#slots/history-text.ts'
import { titleIfLong } from '#ui/truncated-text.tsx'
import type { HistoryRow } from '../history.schema.ts'

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

/** The actor of an entry; not in cards whose sentence already names the actor. */
function ActorCell({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const name = useAuditNameFormatter()(row, 'actor')
  const isActorNamed = useIsActorInSentence(row)
  if (row.actorId === null) return t('system')
  return (
    <span title={titleIfLong(name)} className={`row-sentence ${isActorNamed ? 'not-in-cards' : ''}`}>
      <AuditName entry={row} part="actor" />
    </span>
  )
}

/** The sentence of an entry, as the link that opens its panel. */
function HistoryEvent({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const textOf = useHistoryFormatter()
  const names = useEmphasizedNames(row)
  return (
    <div className="flex items-center gap-3">
      <AuditIcon action={row.action} />
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 @min-[640px]/data-list:flex-nowrap">
        <SidePanelLink
          opened={{ entry: String(row.id) }}
          title={textOf(row)}
          className="row-link min-w-0 font-normal break-words @min-[640px]/data-list:cut"
        >
          <AuditSentence entry={row} text={textOf(row, PLACEHOLDERS)} names={names} />
        </SidePanelLink>
        {row.job && row.subjectId !== null && (
          <ListLink
            changed={{ job: row.subjectId }}
            className="text-link relative inline-flex min-h-11 shrink-0 items-center sm:min-h-6"
          >
            {t('showEntries')}
          </ListLink>
        )}
      </div>
    </div>
  )
}
