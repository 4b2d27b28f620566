import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { validator } from '#lib/validator.ts'
import { notificationListInput, readInput } from './notifications.schema.ts'
import * as notifications from './notifications.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('account:read')])

export const getUnreadCount = reading()
  // The query for the session has already counted them.
  .handler(({ context }) => context.service.session.viewer.figures?.unread ?? 0)

export const listNotifications = reading()
  .validator(validator(notificationListInput))
  .handler(serve(notifications.listNotifications))

export const markRead = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validator(readInput))
  .handler(serve(notifications.markRead))
