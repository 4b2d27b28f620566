import { createFileRoute } from '@tanstack/react-router'
import { NotificationsPage } from '#features/notifications/pages/notifications-page.tsx'
import { loadNotifications } from '../-load-notifications.ts'
import { notificationsOptions } from '../-notifications-options.ts'

export const Route = createFileRoute('/manager/notifications')({
  ...notificationsOptions,
  loader: loadNotifications,
  component: () => <NotificationsPage after={Route.useSearch().after} />,
})
