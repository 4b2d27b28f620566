import { exactTime, shortDay } from '#lib/time-zone.ts'
import { useTelling } from './time-zone.tsx'

/** A moment to the minute, on the person's clock. `at` is ISO 8601. */
export function ExactTime({ at }: { at: string }) {
  const { language, timeZone } = useTelling()
  return (
    // Two releases of Intl may set a comma each in its own way.
    <time dateTime={at} suppressHydrationWarning>
      {exactTime(at, language, timeZone)}
    </time>
  )
}

/** The day of a moment that is to come, on the person's calendar; the exact one is its title. `at` is ISO 8601. */
export function DayOf({ at }: { at: string }) {
  const { language, timeZone } = useTelling()
  return (
    <time dateTime={at} title={exactTime(at, language, timeZone)} suppressHydrationWarning>
      {shortDay(at, language, timeZone)}
    </time>
  )
}
