import { relativeTime } from '#lib/relative-time.ts'
import { exactTime, shortDay } from '#lib/time-zone.ts'
import { useTimeFormat } from './time-zone.tsx'

interface RelativeTimeProps {
  /** ISO 8601 */
  at: string
  /** Whether the time follows other words of a sentence. Otherwise it starts with a capital letter. */
  isInSentence?: boolean
}

/** A moment in words, such as 'Yesterday', with the exact time as the title. */
export function RelativeTime({ at, isInSentence = false }: RelativeTimeProps) {
  const timeFormat = useTimeFormat()
  const { language, timeZone } = timeFormat
  const words = relativeTime(new Date(at), timeFormat)
  // Server and browser render at slightly different times, so their texts can differ, and both are right.
  return (
    <time dateTime={at} title={exactTime(at, language, timeZone)} suppressHydrationWarning>
      {isInSentence ? words : words.charAt(0).toLocaleUpperCase(language) + words.slice(1)}
    </time>
  )
}

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
