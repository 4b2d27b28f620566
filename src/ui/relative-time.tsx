import { useTranslation } from 'react-i18next'
import { perLanguage } from '#lib/per-language.ts'
import { inRelativeTime } from '#lib/relative-time.ts'

const exactIn = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
)

/** When something was, as people say it; the exact moment as its title. `at` is ISO 8601. */
export function RelativeTime({ at }: { at: string }) {
  const { i18n } = useTranslation()
  // The server's now and the browser's differ by moments: either text is right.
  return (
    <time dateTime={at} title={exactIn(i18n.language).format(new Date(at))} suppressHydrationWarning>
      {inRelativeTime(new Date(at), i18n.language)}
    </time>
  )
}
