import { datesIn, perLanguage } from './intl.ts'
import { localTime } from './time-zone.ts'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** From then on a date says more. */
const DAYS_COUNTED = 7

const countedIn = perLanguage((locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
const dayIn = datesIn({ day: 'numeric', month: 'short' })
const dayAndYearIn = datesIn({ day: 'numeric', month: 'short', year: 'numeric' })

/** The language, the zone and the words in which moments are told. */
export interface Telling {
  language: string
  timeZone: string
  /** What is less than a minute ago, in words: Intl has 'now' alone. */
  justNow: string
}

/**
 * Says how long ago something was: 'just now', '5 minutes ago', '23 hours ago', then by the calendar of the zone
 * 'yesterday', '6 days ago', and after a week the day itself: 'Oct 3', 'Oct 3, 2025'. What a clock that is wrong puts
 * into the future is just now.
 */
export function relativeTime(moment: Date, { language, timeZone, justNow }: Telling, now = new Date()): string {
  const seconds = Math.max(0, (now.getTime() - moment.getTime()) / 1000)
  const ago = (count: number, unit: Intl.RelativeTimeFormatUnit) => countedIn(language).format(-Math.floor(count), unit)
  if (seconds < MINUTE) return justNow
  if (seconds < HOUR) return ago(seconds / MINUTE, 'minute')
  const [then, today] = [localTime(moment, timeZone), localTime(now, timeZone)]
  const days = dayNumber(today) - dayNumber(then)
  // The day on which clocks are set back has 25.
  if (seconds < DAY || days === 0) return ago(seconds / HOUR, 'hour')
  if (days < DAYS_COUNTED) return ago(days, 'day')
  const isThisYear = then.getUTCFullYear() === today.getUTCFullYear()
  return (isThisYear ? dayIn : dayAndYearIn)(language)(then)
}

function dayNumber(local: Date): number {
  return Math.floor(local.getTime() / (DAY * 1000))
}
