import { useTranslation } from 'react-i18next'
import type { DayCount } from '../dashboard.schema.ts'
import { useDayTexts } from './day-texts.ts'
import { SignInsPlot } from './sign-ins-plot.tsx'

/** Sign-ins per day: a plot, and the same as a table for who wants to read it. */
export function SignIns({ days }: { days: DayCount[] }) {
  const { t } = useTranslation('dashboard')
  const { longDay, number } = useDayTexts()
  return (
    <section className="rounded-card border border-hairline bg-surface p-5">
      <SignInsPlot days={days} />
      <p className="mt-1.5 text-xs text-muted">{t('utc')}</p>
      <details className="mt-3 text-sm">
        <summary className="flex min-h-11 w-fit items-center text-link">{t('showTable')}</summary>
        <table aria-label={t('signIns')} className="w-full max-w-96">
          <thead>
            <tr className="border-b border-hairline text-muted">
              <th scope="col" className="py-2 text-start font-medium">
                {t('day')}
              </th>
              <th scope="col" className="py-2 text-end font-medium">
                {t('signInCount')}
              </th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, count }) => (
              <tr key={day} className="border-b border-hairline">
                <th scope="row" className="py-1.5 text-start font-normal">
                  <time dateTime={day}>{longDay(day)}</time>
                </th>
                <td className="py-1.5 text-end tabular-nums">{number(count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  )
}
