import { useTranslation } from 'react-i18next'
import { numberIn, perLanguage } from '#lib/intl.ts'

const shortIn = perLanguage(
  (language) => new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
)
const longIn = perLanguage((language) => new Intl.DateTimeFormat(language, { dateStyle: 'full', timeZone: 'UTC' }))

/** Writes days (YYYY-MM-DD, UTC) and counts in the person's language. */
export function useDayTexts() {
  const { i18n } = useTranslation()
  return {
    shortDay: (day: string) => shortIn(i18n.language).format(new Date(day)),
    longDay: (day: string) => longIn(i18n.language).format(new Date(day)),
    number: (count: number) => numberIn(i18n.language).format(count),
  }
}
