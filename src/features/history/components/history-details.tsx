import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isAboutRow } from '#features.ui.ts'
import { HistoryName } from '#audit/history-sentence.tsx'
import { UndoOffer } from '#bulk/undo-offer.tsx'
import { Entry } from '#ui/section.tsx'
import { ExactTime } from '#ui/relative-time.tsx'
import type { HistoryRow } from '../history.schema.ts'

interface HistoryDetailsProps {
  row: HistoryRow
  /** Whether the details are open. Closed details do not query whether the entry can be undone. */
  isOpen: boolean
  changes: ReactNode
}

/** All data of an entry of the history, with links to more entries of the same users. */
export function HistoryDetails({ row, isOpen, changes }: HistoryDetailsProps) {
  const { t } = useTranslation('audit')
  return (
    <>
      <dl className="grid gap-3 pb-3 break-words">
        <Entry name={t('at')}>
          <ExactTime at={row.at} />
        </Entry>
        <ActorAndSubject row={row} />
        {row.before && row.after && <Entry name={t('changed')}>{changes}</Entry>}
        {row.reason && (
          <Entry name={t('reason')}>
            <bdi>{row.reason}</bdi>
          </Entry>
        )}
        <Origin row={row} />
        <Entry name={t('number')}>
          <bdi>{row.id}</bdi>
        </Entry>
      </dl>
      <div className="pb-3 empty:hidden">
        <UndoSection row={row} isOpen={isOpen} />
      </div>
    </>
  )
}

function ActorAndSubject({ row }: { row: HistoryRow }) {
  const { t } = useTranslation('audit')
  const { action, actorId, subjectId } = row
  return (
    <>
      {actorId !== null && (
        <Entry name={t('by')}>
          <HistoryName entry={row} part="actor" /> <MoreEntriesLink person={actorId} part="actor" />
        </Entry>
      )}
      {subjectId !== null && subjectId !== actorId && !isAboutJob(action) && (
        <Entry name={t('subject')}>
          <HistoryName entry={row} part="subject" />{' '}
          {!isAboutRow(action) && <MoreEntriesLink person={subjectId} part="subject" />}
        </Entry>
      )}
    </>
  )
}

const UNDOABLE = new Set<HistoryRow['action']>([
  'user-banned',
  'user-unbanned',
  'user-updated',
  'user-deleted',
  'repository-deleted',
])

function UndoSection({ row: { action, subjectId, at }, isOpen }: Pick<HistoryDetailsProps, 'row' | 'isOpen'>) {
  const { t } = useTranslation('audit')
  if (subjectId === null) return null
  if (isAboutJob(action))
    return (
      <Link
        to="/manager/jobs/$id"
        params={{ id: subjectId }}
        className="text-link inline-flex min-h-11 min-w-11 items-center sm:min-h-6 sm:min-w-0"
      >
        {t('openJob')}
      </Link>
    )
  return isOpen && UNDOABLE.has(action) && <UndoOffer subjectId={subjectId} at={at} />
}

function isAboutJob(action: HistoryRow['action']): boolean {
  return action.startsWith('bulk-job-')
}

function Origin({ row: { ipAddress, device } }: { row: HistoryRow }) {
  const { t } = useTranslation(['audit', 'history'])
  return (
    <>
      {ipAddress && (
        <Entry name={t('address')}>
          <bdi>{ipAddress}</bdi>
        </Entry>
      )}
      {device && (
        <Entry name={t('device')}>
          <bdi>
            {device.browser && device.system ? t('history:sessions.device', device) : device.browser || device.system}
          </bdi>
        </Entry>
      )}
    </>
  )
}

function MoreEntriesLink({ person, part }: { person: string; part: 'actor' | 'subject' }) {
  const { t } = useTranslation('audit')
  return (
    <Link
      to="/manager/history"
      search={{ person, part }}
      className="inline-flex min-h-11 items-center text-accent underline sm:min-h-6"
    >
      {part === 'actor' ? t('allBy') : t('allAbout')}
    </Link>
  )
}
