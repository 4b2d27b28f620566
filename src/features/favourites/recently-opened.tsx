import { useTranslation } from 'react-i18next'

/** The title of what the viewer opened last. */
export function RecentlyOpened() {
  const { t } = useTranslation('home')
  return t('recentlyOpened')
}
