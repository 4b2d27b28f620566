import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { notificationListInput, readInput } from './notifications.schema.ts'
import * as notifications from './notifications.server.ts'

export const getUnreadCount = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  // The query for the session has already counted them.
  .handler(({ context }) => context.service.session.viewer.figures?.unread ?? 0)

export const listNotifications = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(notificationListInput))
  .handler(({ data, context }) => notifications.listNotifications(context.service, data))

export const markRead = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(readInput))
  .handler(({ data, context }) => notifications.markRead(context.service, data))
