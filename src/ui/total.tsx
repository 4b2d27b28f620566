import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { numberIn } from '#lib/intl.ts'

interface CountProps {
  /** The number of all rows, counted at most to `totalCap` + 1; undefined while it is being counted. */
  total: number | undefined
}

/** The count beside a title: '48', '10,000+'. */
export function CountBesideTitle({ total }: CountProps) {
  return useCountText(total)
}

/** The count under a list: '20 of 48', '20 of 10,000+'. */
export function ShownOfTotal({ shown, total }: CountProps & { shown: number }) {
  const { t, i18n } = useTranslation()
  const counted = useCountText(total)
  return counted && t('list.total', { shown: numberIn(i18n.language).format(shown), total: counted })
}

/** Returns the count in digits of the language, or `totalCap` and a plus sign; undefined while it is being counted. */
export function useCountText(total: number | undefined): string | undefined {
  const { t, i18n } = useTranslation()
  if (total === undefined) return undefined
  const number = numberIn(i18n.language)
  const { totalCap } = appConfig.lists
  return total > totalCap ? t('list.orMore', { number: number.format(totalCap) }) : number.format(total)
}
