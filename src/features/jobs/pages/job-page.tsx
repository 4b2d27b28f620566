import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, type ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isSettled, type BulkJob } from '#bulk/bulk-job.ts'
import { bulkJobQuery } from '#bulk/bulk.queries.ts'
import { JobProblems } from '#bulk/job-problems.tsx'
import { UndoJobButton } from '#bulk/job-undo.tsx'
import type { NamedKind } from '#bulk/use-bulk-undo.ts'
import { isolateDirection, numberIn } from '#lib/intl.ts'
import { exactTime } from '#lib/time-zone.ts'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import { JobProgress } from '../components/job-progress.tsx'
import { JobStatus } from '../components/job-status.tsx'

interface JobPageProps {
  /** The links that features add below the progress, by name. */
  links: Record<string, ComponentType<{ job: BulkJob }>>
}

/** The page of a bulk job: its progress, the problems, and undo. Refreshes while the job runs. */
export function JobPage({ links }: JobPageProps) {
  const { id } = useParams({ from: '/manager/jobs/$id' })
  const { t } = useTranslation('bulk')
  const { data: job } = useSuspenseQuery(bulkJobQuery(id))
  useChangedData(!isSettled(job))
  const title = t(`kinds.${job.kind as NamedKind}`)
  return (
    <>
      <Breadcrumb parents={[{ to: '/manager/jobs', label: t('title') }]} current={title} />
      <DetailHeader
        title={title}
        lead={<JobSummary job={job} />}
        badges={
          <span role="status">
            <JobStatus status={job.status} />
          </span>
        }
        action={job.canUndo && <UndoJobButton job={job} />}
      />
      <div className="grid gap-6">
        <Section title={t('progress')}>
          <JobProgress job={job} />
          <Counts job={job} />
          {Object.entries(links).map(([name, Links]) => (
            <Links key={name} job={job} />
          ))}
        </Section>
        {job.refused + job.undoRefused > 0 && (
          <Section title={t('problems')}>
            <JobProblems id={id} count={job.refused + job.undoRefused} />
          </Section>
        )}
      </div>
    </>
  )
}

/** Invalidates all queries when a job stops running or its page closes, because the job changes the rows of lists. */
function useChangedData(isRunning: boolean) {
  const queryClient = useQueryClient()
  useEffect(() => (isRunning ? () => void queryClient.invalidateQueries() : undefined), [isRunning, queryClient])
}

function JobSummary({ job }: { job: BulkJob }) {
  const { t, i18n } = useTranslation('bulk')
  const timeZone = useTimeZone()
  const { label, actorName, createdAt, undoUntil, undoneByName } = job
  return (
    <div className="grid gap-0.5 text-small text-muted">
      {label && (
        <p className="text-body break-words text-text">
          <bdi>{label}</bdi>
        </p>
      )}
      <p>
        {t('startedBy', { name: isolateDirection(actorName) })} · <RelativeTime at={createdAt} isInSentence />
      </p>
      {undoneByName && <p>{t('undoneBy', { name: isolateDirection(undoneByName) })}</p>}
      {undoUntil && <p>{t('undoUntil', { at: exactTime(undoUntil, i18n.language, timeZone) })}</p>}
      {!isSettled(job) && <p>{t('goesOn')}</p>}
    </div>
  )
}

function Counts({ job: { status, total, done, refused, undone, undoRefused } }: { job: BulkJob }) {
  const { t, i18n } = useTranslation('bulk')
  const number = numberIn(i18n.language)
  const isBack = status === 'undoing' || status === 'undone'
  const undoCounts = { [t('undoneCount')]: undone, [t('undoRefusedCount')]: undoRefused }
  const counts = {
    [t('doneCount')]: done,
    [t('refusedCount')]: refused,
    ...(isBack || undone + undoRefused > 0 ? undoCounts : { [t('leftCount')]: Math.max(0, total - done - refused) }),
  }
  return (
    <dl className="mt-5 grid grid-cols-2 gap-5 sm:grid-cols-4">
      {Object.entries(counts).map(([name, count]) => (
        <DescriptionEntry key={name} name={name}>
          <span className="tabular-nums">{number.format(count)}</span>
        </DescriptionEntry>
      ))}
    </dl>
  )
}
