import { useTranslation } from 'react-i18next'
import { relativeTime } from '#lib/relative-time.ts'
import { exactTime } from '#lib/time-zone.ts'
import { useTimeZone } from './time-zone.tsx'

/** A moment as people say it, 'yesterday'; the exact one is its title. `at` is ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const timeZone = useTimeZone()
  // The server's now and the browser's differ by moments: either text is right.
  return (
    <time dateTime={at} title={exactTime(at, i18n.language, timeZone)} suppressHydrationWarning>
      {relativeTime(new Date(at), i18n.language, timeZone)}
    </time>
  )
}
