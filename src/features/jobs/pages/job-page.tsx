import { useSuspenseQuery, useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isSettled, type BulkJob, type BulkProblem } from '#bulk/bulk-job.ts'
import { bulkJobQuery, bulkProblemsQuery } from '#bulk/bulk.queries.ts'
import { UndoJobButton } from '#bulk/job-undo.tsx'
import type { NamedKind } from '#bulk/use-bulk-undo.ts'
import { isolateDirection, numberIn } from '#lib/intl.ts'
import { exactTime } from '#lib/time-zone.ts'
import { Button } from '#ui/button.tsx'
import { DetailHeader, Breadcrumb } from '#ui/page-header.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Section, DescriptionEntry } from '#ui/section.tsx'
import { useTimeZone } from '#ui/time-zone.tsx'
import { JobProgress } from '../components/job-progress.tsx'
import { JobStatus } from '../components/job-status.tsx'

/** The page of a bulk job: its progress, the problems, and undo. Refreshes while the job runs. */
export function JobPage() {
  const { id } = useParams({ from: '/manager/jobs/$id' })
  const { t } = useTranslation('bulk')
  const { data: job } = useSuspenseQuery(bulkJobQuery(id))
  const title = t(`kinds.${job.kind as NamedKind}`)
  return (
    <>
      <Breadcrumb parents={[{ to: '/manager/jobs', label: t('title') }]} current={title} />
      <DetailHeader
        title={title}
        lead={<JobSummary job={job} />}
        badges={<JobStatus status={job.status} />}
        action={job.canUndo && <UndoJobButton job={job} />}
      />
      <div className="grid gap-6">
        <Section title={t('progress')}>
          <JobProgress job={job} />
          <Counts job={job} />
        </Section>
        <JobProblems job={job} />
      </div>
    </>
  )
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

/** The rows that a job could not change, or could not restore when it was undone, each with the reason. */
function JobProblems({ job: { id, refused, undoRefused } }: { job: BulkJob }) {
  const { t } = useTranslation('bulk')
  const query = useInfiniteQuery(bulkProblemsQuery(id, refused + undoRefused))
  const rows = query.data?.pages.flatMap((page) => page.rows) ?? []
  if (rows.length === 0) return null
  return (
    <Section title={t('problems')}>
      <ul className="grid gap-3">
        {rows.map((row) => (
          <Problem key={row.position} {...row} />
        ))}
      </ul>
      {query.hasNextPage && (
        <p className="mt-4">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {t('moreProblems')}
          </Button>
        </p>
      )}
    </Section>
  )
}

function Problem({ name, code, isOfUndoing }: BulkProblem) {
  const { t } = useTranslation(['bulk', 'errors'])
  return (
    <li className="border-b border-hairline pb-3 last:border-0 last:pb-0">
      <p className="font-medium break-words">
        <bdi>{name || t('nameless')}</bdi>
      </p>
      <p className="text-small text-muted">
        {isOfUndoing && <span className="me-1 font-medium">{t('problemsOfUndoing')}</span>}
        {t(`errors:${code}`)}
      </p>
    </li>
  )
}
