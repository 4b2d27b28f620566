import { useTranslation } from 'react-i18next'
import { exactTime } from '#lib/time-zone.ts'
import { useTimeZone } from './time-zone.tsx'

/** A moment to the minute, on the person's clock. `at` is ISO 8601. */
export function ExactTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const timeZone = useTimeZone()
  return (
    // Two releases of Intl may set a comma each in its own way.
    <time dateTime={at} suppressHydrationWarning>
      {exactTime(at, i18n.language, timeZone)}
    </time>
  )
}
