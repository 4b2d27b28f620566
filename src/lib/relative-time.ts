import { datesIn, perLanguage } from './intl.ts'
import { localTimeAsUtc } from './time-zone.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** Number of days after which the date is shown instead. */
const MAX_COUNTED_DAYS = 7

// Only English has good abbreviations of units in the narrow form. French has '-5 min'.
const countedIn = perLanguage(
  (locale) =>
    new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: locale.startsWith('en') ? 'narrow' : 'short' }),
)
const dayIn = datesIn({ day: 'numeric', month: 'short' })
const dayAndYearIn = datesIn({ day: 'numeric', month: 'short', year: 'numeric' })

/** The language, time zone and words of a relative time. */
export interface TimeFormat {
  language: string
  timeZone: string
  /** Text for less than a minute; Intl only has 'now'. */
  justNow: string
}

/**
 * Formats a relative time: 'just now', '5m ago', '23h ago', then by calendar days 'yesterday', '6d ago', and after a
 * week the date: 'Oct 3', 'Oct 3, 2025'. A future time, from a wrong clock, is just now.
 */
export function relativeTime(moment: Date, { language, timeZone, justNow }: TimeFormat, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit) => countedIn(language).format(-Math.floor(count), unit)
  if (seconds < MINUTE) return justNow
  if (seconds < HOUR) return ago(seconds / MINUTE, 'minute')
  const [then, today] = [localTimeAsUtc(moment, timeZone), localTimeAsUtc(now, timeZone)]
  const days = dayNumber(today) - dayNumber(then)
  // Compare days too, because a day on which clocks are set back has 25 hours.
  if (seconds < DAY || days === 0) return ago(seconds / HOUR, 'hour')
  if (days < MAX_COUNTED_DAYS) return ago(days, 'day')
  const isThisYear = then.getUTCFullYear() === today.getUTCFullYear()
  return (isThisYear ? dayIn : dayAndYearIn)(language)(then)
}

function dayNumber(local: Date): number {
  return Math.floor(local.getTime() / (DAY * 1000))
}
