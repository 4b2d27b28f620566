import { exactTime, shortDay } from '#lib/time-zone.ts'
import { useTimeFormat } from './time-zone.tsx'

interface ExactTimeProps {
  /** ISO 8601 */
  at: string
  /** Whether only the day is shown, with the exact time as the title. */
  isDay?: boolean
}

/** A moment to the minute, or its day, in the user's time zone and language. */
export function ExactTime({ at, isDay = false }: ExactTimeProps) {
  const { language, timeZone } = useTimeFormat()
  const exact = exactTime(at, language, timeZone)
  return (
    // Intl on the server and in the browser can have different versions, which place commas differently.
    <time dateTime={at} {...(isDay && { title: exact })} suppressHydrationWarning>
      {isDay ? shortDay(at, language, timeZone) : exact}
    </time>
  )
}
