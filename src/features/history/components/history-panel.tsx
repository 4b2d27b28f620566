import { Link, useRouter, useHydrated } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isAboutRow } from '#features.ui.ts'
import { useHistoryFormatter } from '#slots/history-text.ts'
import { AuditChanges, AuditName } from '#audit/audit-sentence.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DescriptionEntry } from '#ui/section.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import { useRowPanel } from '#ui/use-row-panel.ts'
import { searchForEntry } from '../history-search.ts'
import type { HistoryRow } from '../history.schema.ts'
import { isAboutJob, JobLinks, LINK_CLASSES } from './history-jobs.tsx'

interface HistoryPanelProps {
  /** The id of the entry; empty while the panel is closed. */
  id: string
  /** The entries of the list. If this entry is not one of them, the panel stays closed. */
  rows: HistoryRow[] | undefined
}

/** The side panel with all data of an entry, with links to more entries of the same users. */
export function HistoryPanel({ id, rows }: HistoryPanelProps) {
  const { row, panel } = useRowPanel('entry', id, rows, (one) => String(one.id))
  const textOf = useHistoryFormatter()
  return (
    <Dialog {...panel} title={row ? textOf(row) : ''}>
      {row && <HistoryDetails row={row} />}
    </Dialog>
  )
}

function HistoryDetails({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  return (
    <>
      <dl className="grid gap-4 break-words">
        <DescriptionEntry name={t('at')}>
          <ExactTime at={row.at} />
        </DescriptionEntry>
        <Users row={row} />
        {row.before && row.after && (
          <DescriptionEntry name={t('changed')}>
            <AuditChanges entry={row} />
          </DescriptionEntry>
        )}
        {row.reason && (
          <DescriptionEntry name={t('reason')}>
            <bdi>{row.reason}</bdi>
          </DescriptionEntry>
        )}
        <Origin row={row} />
        <NumberAndLink row={row} />
      </dl>
      <div className="mt-6 flex flex-wrap gap-x-4 gap-y-2 empty:hidden">
        <JobLinks row={row} />
      </div>
    </>
  )
}

/** The number of an entry, and the link that opens the history at its moment. */
function NumberAndLink({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const { href } = useRouter().buildLocation({ to: '/manager/history', search: searchForEntry(row) })
  const origin = useHydrated() ? location.origin : ''
  return (
    <DescriptionEntry name={t('number')}>
      <Link to="/manager/history" search={searchForEntry(row)} className={LINK_CLASSES}>
        <bdi>{row.id}</bdi>
      </Link>{' '}
      <CopyButton text={origin + href} label={t('copyLink')} />
    </DescriptionEntry>
  )
}

function Users({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const { action, actorId, subjectId } = row
  return (
    <>
      {actorId !== null && (
        <DescriptionEntry name={t('by')}>
          <span className="flex flex-wrap items-center gap-x-3">
            <AuditName entry={row} part="actor" />
            <MoreEntriesLink person={actorId} part="actor" />
          </span>
        </DescriptionEntry>
      )}
      {subjectId !== null && subjectId !== actorId && !isAboutJob(action) && (
        <DescriptionEntry name={t('subject')}>
          <span className="flex flex-wrap items-center gap-x-3">
            <AuditName entry={row} part="subject" />
            {!isAboutRow(action) && <MoreEntriesLink person={subjectId} part="subject" />}
          </span>
        </DescriptionEntry>
      )}
    </>
  )
}

function Origin({ row: { ipAddress, device } }: { row: HistoryRow }) {
  const { t } = useTranslation(['audit', 'history'])
  return (
    <>
      {ipAddress && (
        <DescriptionEntry name={t('address')}>
          <bdi>{ipAddress}</bdi>
        </DescriptionEntry>
      )}
      {device && (
        <DescriptionEntry name={t('device')}>
          <bdi>
            {device.browser && device.system ? t('history:sessions.device', device) : device.browser || device.system}
          </bdi>
        </DescriptionEntry>
      )}
    </>
  )
}

function MoreEntriesLink({ person, part }: { person: string; part: 'actor' | 'subject' }) {
  const { t } = useTranslation('audit')
  return (
    <Link to="/manager/history" search={{ person, part }} className={LINK_CLASSES}>
      {part === 'actor' ? t('allBy') : t('allAbout')}
    </Link>
  )
}
