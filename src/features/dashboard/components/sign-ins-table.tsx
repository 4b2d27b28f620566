import { useTranslation } from 'react-i18next'
import type { DayCount } from '../dashboard.schema.ts'
import { useDayTexts } from './day-texts.ts'

/** Sign-ins per day as a table, the latest day first. */
export function SignInsTable({ days }: { days: DayCount[] }) {
  const { t } = useTranslation('dashboard')
  const { longDay, number } = useDayTexts()
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
