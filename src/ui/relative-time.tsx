import { useTranslation } from 'react-i18next'
import { inRelativeTime } from '#lib/relative-time.ts'

/** When something was, as people say it; the exact moment as its title. `at` is ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  const exact = new Intl.DateTimeFormat(i18n.language, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
    timeZoneName: undefined,
  })
  // The server's now and the browser's differ by moments: either text is right.
  return (
    <time dateTime={at} title={exact.format(new Date(at))} suppressHydrationWarning>
      {inRelativeTime(new Date(at), i18n.language)}
    </time>
  )
}
