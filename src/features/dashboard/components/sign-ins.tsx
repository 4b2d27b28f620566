import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import type { DashboardSearch } from '../dashboard-search.ts'
import type { DayCount } from '../dashboard.schema.ts'
import { useFormatters } from './use-formatters.ts'
import { SignInsPlot } from './sign-ins-plot.tsx'

/** Sign-ins per day as a plot or a table. The range is chosen by links, which work without JavaScript. */
export function SignIns({ days, search }: { days: DayCount[]; search: DashboardSearch }) {
  const { t } = useTranslation('dashboard')
  const isTable = search.view === 'table'
  const total = days.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-labelledby="sign-ins" className="min-w-0 rounded-card border border-hairline bg-surface p-5 sm:p-6">
      <header className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-[1_1_14rem]">
          <h2 id="sign-ins" className="text-comfortable font-semibold">
            {t('signIns')}
          </h2>
          <p className="text-small text-muted tabular-nums">{t('signInsInAll', { count: total, days: days.length })}</p>
        </div>
        <Link
          to="/manager/dashboard"
          search={{ ...search, view: isTable ? 'plot' : 'table' }}
          replace
          resetScroll={false}
          activeOptions={{ exact: true }}
          className="text-link inline-flex min-h-11 items-center text-small md:min-h-8"
        >
          {isTable ? t('showPlot') : t('showTable')}
        </Link>
        <nav aria-label={t('range')} className="flex rounded-control bg-sunken p-0.5">
          {appConfig.dashboard.plottedDaysOffered.map((offered) => (
            <Link
              key={offered}
              to="/manager/dashboard"
              search={{ ...search, days: offered }}
              replace
              resetScroll={false}
              activeOptions={{ exact: true }}
              aria-current={offered === search.days ? 'true' : undefined}
              className={`inline-flex min-h-11 min-w-11 items-center justify-center rounded-[6px] px-2.5 text-small md:min-h-8 ${offered === search.days ? 'bg-surface font-medium shadow-xs' : 'text-muted hover:text-text'}`}
            >
              <span aria-hidden="true">{t('shortDays', { amount: offered })}</span>
              <span className="sr-only">{t('lastDays', { days: offered })}</span>
            </Link>
          ))}
        </nav>
      </header>
      {isTable ? <SignInsTable days={days} /> : <SignInsPlot key={days.length} days={days} />}
      <p className="mt-3 text-tiny text-muted">{t('utc')}</p>
    </section>
  )
}

function SignInsTable({ days }: { days: DayCount[] }) {
  const { t } = useTranslation('dashboard')
  const { longDay, number } = useFormatters()
  return (
    <table aria-label={t('signIns')} className="w-full">
      <thead>
        <tr className="text-small text-muted">
          <th scope="col" className="pb-2 text-start font-medium">
            {t('day')}
          </th>
          <th scope="col" className="pb-2 text-end font-medium">
            {t('signInCount')}
          </th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map(({ day, count }) => (
          <tr key={day} className="border-t border-hairline">
            <th scope="row" className="py-1.5 text-start font-normal">
              <time dateTime={day}>{longDay(day)}</time>
            </th>
            <td className="py-1.5 text-end tabular-nums">{number(count)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
