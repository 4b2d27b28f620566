import { useTranslation } from 'react-i18next'
import { appConfig } from '#app.config'
import { numberIn } from '#lib/intl.ts'

interface TotalProps {
  shown: number
  /** Counted up to one more than the cap; undefined while it is being counted. */
  total: number | undefined
}

/** The count under a list: '20 of 48', '20 of 10,000+'. */
export function Total({ shown, total }: TotalProps) {
  const { t, i18n } = useTranslation()
  if (total === undefined) return null
  const number = numberIn(i18n.language)
  const { totalCap } = appConfig.lists
  const counted = total > totalCap ? t('list.orMore', { number: number.format(totalCap) }) : number.format(total)
  return t('list.total', { shown: number.format(shown), total: counted })
}
