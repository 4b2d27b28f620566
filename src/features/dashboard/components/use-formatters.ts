import { useTranslation } from 'react-i18next'
import { datesIn, numberIn } from '#lib/intl.ts'

const shortIn = datesIn({ day: 'numeric', month: 'short' })
const longIn = datesIn({ dateStyle: 'full' })

/** Returns functions that format days (YYYY-MM-DD, UTC) and counts in the user's language. */
export function useFormatters() {
  const { i18n } = useTranslation()
  return {
    shortDay: (day: string) => shortIn(i18n.language)(new Date(day)),
    longDay: (day: string) => longIn(i18n.language)(new Date(day)),
    number: (count: number) => numberIn(i18n.language).format(count),
  }
}
