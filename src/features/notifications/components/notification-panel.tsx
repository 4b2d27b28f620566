import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClasses } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { MarkAllRead, NotificationList } from './notification-list.tsx'

/** The panel of the bell, with the newest notifications. */
export default function NotificationPanel({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('notifications')
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('title')} place="opener">
      <div className="mb-4 flex flex-wrap gap-3">
        <MarkAllRead />
        <Link to="/app/notifications" onClick={onClose} className={buttonClasses()}>
          {t('all')}
        </Link>
      </div>
      <NotificationList onFollow={onClose} />
    </Dialog>
  )
}
