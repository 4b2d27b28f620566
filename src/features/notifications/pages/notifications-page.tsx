import { useTranslation } from 'react-i18next'
import { PageHeader } from '#ui/page-header.tsx'
import { MarkAllRead, NotificationList } from '../components/notification-list.tsx'

/** The page of all notifications. @param after the cursor after which the page begins; empty for the newest */
export function NotificationsPage({ after }: { after: string }) {
  const { t } = useTranslation('notifications')
  return (
    <div className="list-page">
      <PageHeader title={t('title')} action={<MarkAllRead after={after} />} />
      <NotificationList after={after} />
    </div>
  )
}
