import { createFileRoute } from '@tanstack/react-router'
import { notificationsOptions } from '../-notifications.tsx'

export const Route = createFileRoute('/app/notifications')({
  // A copy, because the router adds the path of the route to its options.
  ...notificationsOptions,
})
