import { useTranslation } from 'react-i18next'

/** The title of the list of recently opened repositories. */
export function RecentlyOpened() {
  const { t } = useTranslation('home')
  return t('recentlyOpened')
}
