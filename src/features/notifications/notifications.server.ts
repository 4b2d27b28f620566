import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { Session } from '#auth/current-session.server.ts'
import { afterCursor, orderBy, decodeCursor, type Order } from '#db/cursor.ts'
import { pageOf } from '#db/keyset-page.ts'
import { now, user } from '#db/schema.ts'
import type { StoreInAppNotice } from '#queue/in-app-notices.server.ts'
import { IN_APP_NOTICES, type InAppNotice } from '#mail/notice-kinds.ts'
import type { NoticeValues } from '#mail/notice-mail.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import { notificationsConfig } from './notifications.config.ts'
import { notification } from './notifications.tables.server.ts'

const { pageSize } = appConfig.lists
const { ofAKindPerDay, countedTo } = notificationsConfig
const newestFirst: Order = { by: notification.createdAt, type: 'timestamptz', direction: 'desc' }

/** The context of a user's own notifications. Under impersonation, the viewer is the impersonated user. */
interface NotificationsContext extends Pick<ServiceContext, 'db'> {
  session: { viewer: Pick<Session['viewer'], 'id'>; impersonatedBy: Session['impersonatedBy'] }
}

/** Stores a notice for its recipients, except for those who already got the maximum of its kind in the last 24 hours. */
export const storeNotification: StoreInAppNotice = async (db, { kind, to, path, values = {} }) => {
  await db.execute(sql`
    insert into ${notification} (person_id, kind, path, "values")
    select ${user.id}, ${kind}, ${path}, ${JSON.stringify(values)}::jsonb from ${user}
    where ${to} and ${ofAKindPerDay} > (
      select count(*) from notification as earlier
      where earlier.person_id = ${user.id} and earlier.kind = ${kind} and earlier.created_at > now() - interval '1 day')`)
}

/** The kinds that the product can show. The table can also have notifications of features that were removed. */
const KINDS = sql.raw([...IN_APP_NOTICES.keys()].map((kind) => `'${kind}'`).join(', '))

/** The number of unread notifications of a session's user, at most `countedTo` + 1; null for none. */
export const unreadFigure: SQL<number | null> = sql`(
  select nullif(count(*), 0) from (
    select from notification as n where n.person_id = "session"."user_id" and n.read_at is null and n.kind in (${KINDS})
    limit ${sql.raw(String(countedTo + 1))}
  ) as unread)`

/** Lists a page of the viewer's notifications, newest first. @throws {AppError} INVALID_INPUT for an unknown cursor */
export async function listNotifications({ db, session }: NotificationsContext, { cursor }: { cursor: string | null }) {
  const { id, kind, values, path, createdAt, readAt, personId: userId } = notification
  const position = cursor === null ? undefined : afterCursor(newestFirst, id, decodeCursor(cursor))
  const found = await db
    .select({
      id,
      kind: sql<InAppNotice>`${kind}`,
      values: sql<NoticeValues>`${values}`,
      path,
      createdAt,
      isUnread: sql<boolean>`${readAt} is null`,
      position: sql<string>`${createdAt}::text`,
    })
    .from(notification)
    .where(and(eq(userId, session.viewer.id), inArray(kind, [...IN_APP_NOTICES.keys()]), position))
    .orderBy(orderBy(newestFirst, id))
    .limit(pageSize + 1)
  return pageOf(found, pageSize, (row) => ({
    ...row,
    icon: IN_APP_NOTICES.get(row.kind) ?? 'done',
    createdAt: row.createdAt.toISOString(),
  }))
}

/** A notification, as its user sees it. */
export type NotificationRow = Awaited<ReturnType<typeof listNotifications>>['rows'][number]

/** Marks a notification of the viewer as read, or all without an id. Changes nothing for an administrator who acts as the user. */
export async function markRead(
  { db, session }: NotificationsContext,
  { id }: { id?: string | undefined },
): Promise<void> {
  if (session.impersonatedBy) return
  const { personId: userId, readAt } = notification
  await db
    .update(notification)
    .set({ readAt: now })
    .where(and(eq(userId, session.viewer.id), isNull(readAt), id === undefined ? undefined : eq(notification.id, id)))
}
