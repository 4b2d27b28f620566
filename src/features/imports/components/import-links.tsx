import { Link, useRouteContext } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { isSettled, type BulkJob } from '#bulk/bulk-job.ts'
import { rowKindOf } from '#bulk/row-label.ts'
import { buttonClasses } from '#ui/button.tsx'
import { ProblemsLink } from './problems-link.tsx'

/** The links below the progress of an ended import. Only its own user can download the rows that were not imported. */
export function ImportLinks({ job }: { job: BulkJob }) {
  const { t } = useTranslation('imports')
  const { viewer } = useRouteContext({ from: '__root__' }).init
  const thing = rowKindOf(job)
  if (job.kind !== `import-${thing}` || !isSettled(job)) return null
  return (
    <div className="mt-5 flex flex-wrap gap-3">
      <Link to={`/manager/${thing}`} className={buttonClasses('primary')}>
        {t(`${thing}.view`)}
      </Link>
      {job.refused > 0 && job.actorId === viewer?.id && <ProblemsLink id={job.id} />}
      <Link to={`/manager/${thing}/import`} className={buttonClasses()}>
        {t('another')}
      </Link>
    </div>
  )
}
