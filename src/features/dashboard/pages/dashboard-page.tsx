import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { historyLink } from '#audit/history-link.ts'
import { AuditList } from '#audit/audit-list.tsx'
import { PLACEHOLDERS } from '#audit/audit-sentence.tsx'
import { useHistoryFormatter } from '#slots/history-text.ts'
import { PageHeader } from '#ui/page-header.tsx'
import { Section } from '#ui/section.tsx'
import { Figures } from '../components/figures.tsx'
import { SignIns } from '../components/sign-ins.tsx'
import { dashboardQuery } from '../dashboard.queries.ts'

/** The first page of the administration: figures, sign-ins per day, and the latest actions. */
export function DashboardPage() {
  const { t } = useTranslation('dashboard')
  const search = useSearch({ from: '/manager/dashboard' })
  const { data } = useSuspenseQuery(dashboardQuery(search.days))
  const historyText = useHistoryFormatter()
  const all = historyLink()
  return (
    <>
      <PageHeader title={t('title')} />
      <div className="grid gap-6">
        <Figures figures={data.figures} />
        <div className="grid gap-6 xl:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
          <SignIns days={data.signIns} search={search} />
          <Section
            title={t('latestActions')}
            action={
              all && (
                <Link {...all} className="text-link inline-flex min-h-11 items-center md:min-h-6">
                  {t('viewAll')}
                </Link>
              )
            }
          >
            <AuditList entries={data.latestActions} textOf={(entry) => historyText(entry, PLACEHOLDERS)} isBrief />
          </Section>
        </div>
      </div>
    </>
  )
}
