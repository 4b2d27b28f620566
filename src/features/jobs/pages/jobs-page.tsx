import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { BulkJob } from '#bulk/bulk-job.ts'
import { bulkJobsQuery } from '#bulk/bulk.queries.ts'
import type { NamedKind } from '#bulk/use-bulk-undo.ts'
import { isolateDirection, numberIn } from '#lib/intl.ts'
import { buttonClasses } from '#ui/button.tsx'
import { TruncatedText } from '#ui/truncated-text.tsx'
import { DataList } from '#ui/data-list.tsx'
import { timeColumn, type Column } from '#ui/list-head.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { RowLink } from '#ui/row-link.tsx'
import { countDone } from '../components/job-progress.tsx'
import { JobStatus } from '../components/job-status.tsx'

/** The page of all bulk jobs, newest first. */
export function JobsPage() {
  const { after } = useSearch({ from: '/manager/jobs/' })
  const { t } = useTranslation(['bulk', 'common'])
  const query = useInfiniteQuery(bulkJobsQuery(after))
  return (
    <div className="list-page">
      <PageHeader title={t('title')} />
      <DataList
        label={t('title')}
        query={query}
        columns={useJobColumns()}
        keyOf={({ id }) => id}
        search={{ searchTerm: '', after }}
        emptyHint={t('emptyHint')}
        emptyAction={
          <Link to="/manager/users" className={buttonClasses()}>
            {t('common:nav.users')}
          </Link>
        }
      />
    </div>
  )
}

function useJobColumns(): Column<BulkJob>[] {
  const { t, i18n } = useTranslation('bulk')
  const number = numberIn(i18n.language)
  return [
    {
      name: 'job',
      header: t('job'),
      cell: ({ id, kind, label }) => (
        <RowLink to="/manager/jobs/$id" id={id}>
          <TruncatedText>
            {[t(`kinds.${kind as NamedKind}`), ...(label ? [isolateDirection(label)] : [])].join(' · ')}
          </TruncatedText>
        </RowLink>
      ),
    },
    {
      name: 'status',
      header: t('status'),
      width: 'max(140px, 15cqi)',
      cell: ({ status }) => <JobStatus status={status} />,
    },
    {
      name: 'progress',
      header: t('progress'),
      width: 'max(140px, 16cqi)',
      cell: (job) =>
        job.isCounting ? '…' : t('doneOf', { done: number.format(countDone(job)), total: number.format(job.total) }),
    },
    {
      name: 'by',
      header: t('by'),
      width: 'max(150px, 18cqi)',
      shownFrom: 720,
      cell: ({ actorName }) => <TruncatedText>{actorName}</TruncatedText>,
    },
    timeColumn({ name: 'started', header: t('started'), at: ({ createdAt }) => createdAt }),
  ]
}
