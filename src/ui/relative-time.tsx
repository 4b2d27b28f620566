import { relativeTime } from '#lib/relative-time.ts'
import { exactTime } from '#lib/time-zone.ts'
import { useTelling } from './time-zone.tsx'

interface RelativeTimeProps {
  /** ISO 8601 */
  at: string
  /** Words stand before it. Alone it begins with a capital, where letters have them. */
  isInSentence?: boolean
}

/** A moment as people say it, 'Yesterday'; the exact one is its title. */
export function RelativeTime({ at, isInSentence = false }: RelativeTimeProps) {
  const telling = useTelling()
  const { language, timeZone } = telling
  const words = relativeTime(new Date(at), telling)
  // The server's now and the browser's differ by moments: either text is right.
  return (
    <time dateTime={at} title={exactTime(at, language, timeZone)} suppressHydrationWarning>
      {isInSentence ? words : words.charAt(0).toLocaleUpperCase(language) + words.slice(1)}
    </time>
  )
}
