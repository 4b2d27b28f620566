import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '#ui/page-header.tsx'
import { Database } from '../components/database.tsx'
import { Limits } from '../components/limits.tsx'
import { Processes } from '../components/processes.tsx'
import { Queue } from '../components/queue.tsx'
import { systemQuery } from '../system.queries.ts'

/** The page about the state of the system, for administrators. The state is fetched again every few seconds. */
export function SystemPage() {
  const { t } = useTranslation('system')
  const { data, isRefetchError } = useSuspenseQuery(systemQuery)
  return (
    <>
      <PageHeader title={t('title')} />
      {isRefetchError && (
        <p role="alert" className="mb-6 rounded-card border border-danger bg-danger-surface p-4 text-danger">
          {t('notRefreshed')}
        </p>
      )}
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <div className="grid min-w-0 gap-6">
          <Processes build={data.build} processes={data.processes} />
          <Limits limits={data.limits} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Queue queue={data.queue} deadJobs={data.deadJobs} />
          <Database database={data.database} />
        </div>
      </div>
    </>
  )
}
