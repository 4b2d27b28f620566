import { useTranslation } from 'react-i18next'

/** How days (YYYY-MM-DD, UTC) and counts are written in the person's language. */
export function useDayTexts() {
  const { i18n } = useTranslation()
  const short = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const long = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeZone: 'UTC' })
  const number = new Intl.NumberFormat(i18n.language)
  return {
    shortDay: (day: string) => short.format(new Date(day)),
    longDay: (day: string) => long.format(new Date(day)),
    number: (count: number) => number.format(count),
  }
}
