import { useSuspenseQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { HistoryList } from '#audit/history-list.tsx'
import { PageHeader } from '#ui/page-header.tsx'
import { Figures } from '../components/figures.tsx'
import { SignIns } from '../components/sign-ins.tsx'
import { dashboardQuery } from '../dashboard.queries.ts'

/** The first page of the administration: how things stand, how the month went, what happened last. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const { data } = useSuspenseQuery(dashboardQuery)
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="grid gap-6">
        <Figures figures={data.figures} />
        <SignIns days={data.signIns} />
        <section className="rounded-card border border-hairline bg-surface p-5">
          <h2 className="mb-2 font-semibold">{t('latestActions')}</h2>
          <HistoryList entries={data.latestActions} />
        </section>
      </div>
    </>
  )
}
