import { eq, sql } from 'drizzle-orm'
import type { ServerFeature } from '#feature/server-feature.ts'
import { notificationsConfig } from './notifications.config.ts'
import { settleNotification, storeNotification, unreadFigure } from './notifications.server.ts'
import { notification } from './notifications.tables.server.ts'

const { keptDays } = notificationsConfig

/** Notifications: the notices that users find in the app, behind a bell. */
export const notifications: ServerFeature = {
  inAppNotices: { store: storeNotification, settle: settleNotification },
  figures: { unread: unreadFigure },
  formActions: { 'read-notifications': { path: '/api/notifications.markRead' } },
  expires: [{ table: notification, isOver: sql`created_at < now() - make_interval(days => ${keptDays})` }],
  exportedData: async ({ db, session }) => ({
    notifications: await db
      .select()
      .from(notification)
      .where(eq(notification.personId, session.viewer.id))
      .orderBy(notification.createdAt),
  }),
}
