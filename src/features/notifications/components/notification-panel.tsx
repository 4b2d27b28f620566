import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MarkAllRead, NotificationList } from './notification-list.tsx'

interface NotificationPanelProps {
  /** The page of all notifications in the viewer's area. */
  page: '/app/notifications' | '/manager/notifications'
  isOpen: boolean
  onClose: () => void
}

/** The panel of the bell, with the newest notifications. */
export default function NotificationPanel({ page, isOpen, onClose }: NotificationPanelProps) {
  const { t } = useTranslation('notifications')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')} place="opener">
      <div className="mb-4 flex flex-wrap gap-3">
        <MarkAllRead />
        <Link to={page} onClick={onClose} className={buttonClasses()}>
          {t('all')}
        </Link>
      </div>
      <NotificationList onFollow={onClose} />
    </Dialog>
  )
}
