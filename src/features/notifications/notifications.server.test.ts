import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { purgeExpired } from '#queue/purge.server.ts'
import type { NewInAppNotice } from '#queue/in-app-notices.server.ts'
import { notifications } from './feature.server.ts'
import { notificationsConfig } from './notifications.config.ts'
import {
  listNotifications,
  markRead,
  settleNotification,
  storeNotification,
  unreadFigure,
} from './notifications.server.ts'
import { notification } from './notifications.tables.server.ts'

const { keptDays, ofAKindPerDay, countedTo } = notificationsConfig

async function viewerOf(db: Database, impersonatedBy: { id: string; name: string } | null = null) {
  const email = `${crypto.randomUUID()}@example.com`
  const [made] = await db.insert(user).values({ email, name: 'Ada' }).returning({ id: user.id })
  return { db, session: { viewer: { id: made?.id ?? '', email }, impersonatedBy } }
}

type Viewer = Awaited<ReturnType<typeof viewerOf>>

const invitation: Omit<NewInAppNotice, 'to'> = {
  kind: 'organization-invitation',
  path: '/app/organizations',
  values: { target: 'Analytical Engines' },
}

const notify = ({ db, session }: Viewer, changes: Partial<NewInAppNotice> = {}) =>
  storeNotification(db, { ...invitation, to: eq(user.id, session.viewer.id), ...changes })

const rowsOf = async (viewer: Viewer) => (await listNotifications(viewer, { cursor: null })).rows

async function unreadOf({ db, session }: Viewer): Promise<number | null> {
  const [row] = await db.execute<{ unread: string | null }>(
    sql`select ${unreadFigure} as unread from (select ${session.viewer.id}::uuid as user_id) as session`,
  )
  return row && row.unread !== null ? Number(row.unread) : null
}

const age = (db: Database, where: SQL, days: number) =>
  db.execute(sql`update notification set created_at = now() - make_interval(days => ${days}) where ${where}`)

test(
  'a notice is listed for its recipients with icon, values and path, and for no other user',
  rolledBack(async (db) => {
    const [ada, eve, other] = [await viewerOf(db), await viewerOf(db), await viewerOf(db)]
    const to = inArray(
      user.id,
      [ada, eve].map(({ session }) => session.viewer.id),
    )
    await notify(ada, { to })
    for (const recipient of [ada, eve]) {
      expect(await rowsOf(recipient)).toMatchObject([{ ...invitation, icon: 'invitation', isUnread: true }])
      expect(await unreadOf(recipient)).toBe(1)
    }
    expect(await rowsOf(other)).toEqual([])
    expect(await unreadOf(other)).toBeNull()
  }),
)

test(
  'a user marks one notification as read, or all, but never those of other users',
  rolledBack(async (db) => {
    const [ada, eve] = [await viewerOf(db), await viewerOf(db)]
    for (const viewer of [ada, ada, ada, eve]) await notify(viewer)
    const [first] = await rowsOf(ada)
    await markRead(eve, { id: first?.id })
    expect(await unreadOf(ada)).toBe(3)
    await markRead(ada, { id: first?.id })
    expect(await unreadOf(ada)).toBe(2)
    expect((await rowsOf(ada)).filter(({ isUnread }) => !isUnread).map(({ id }) => id)).toEqual([first?.id])
    await markRead(ada, {})
    expect([await unreadOf(ada), await unreadOf(eve)]).toEqual([null, 1])
  }),
)

test(
  'settled notices of a user are read, but not those of other users, of other kinds, or about others',
  rolledBack(async (db) => {
    const [ada, eve] = [await viewerOf(db), await viewerOf(db)]
    const [subjectId, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const values = { ...invitation.values, subjectId }
    for (const viewer of [ada, ada, eve]) await notify(viewer, { values })
    await notify(ada, { values: { ...values, subjectId: other } })
    await notify(ada, { values, kind: 'new-device' })
    const to = eq(user.id, ada.session.viewer.id)
    await settleNotification(db, { kind: invitation.kind, to, values: { subjectId } })
    const unread = (await rowsOf(ada)).filter(({ isUnread }) => isUnread)
    expect(new Set(unread.map(({ kind, values }) => `${kind} ${values.subjectId}`))).toEqual(
      new Set([`new-device ${subjectId}`, `${invitation.kind} ${other}`]),
    )
    expect(await unreadOf(eve)).toBe(1)
  }),
)

test(
  'an administrator who acts as a user marks nothing as read',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    await notify(ada)
    const impersonatedBy = { id: crypto.randomUUID(), name: 'Chief' }
    await markRead({ ...ada, session: { ...ada.session, impersonatedBy } }, {})
    expect(await unreadOf(ada)).toBe(1)
  }),
)

test(
  'the pages list all notifications without a gap, the latest first, and skip unknown kinds',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    const userId = ada.session.viewer.id
    const { pageSize } = appConfig.lists
    const now = Date.now()
    const values = Array.from({ length: pageSize + 3 }, (_, at) => ({
      personId: userId,
      kind: invitation.kind,
      path: '/app',
      values: { done: at },
      createdAt: new Date(now - Math.floor(at / 2) * 1_000),
    }))
    await db.insert(notification).values(values)
    await db.execute(sql`
      insert into notification (person_id, kind, path, values) values (${userId}, 'of-a-removed-feature', '/app', '{}')`)
    const first = await listNotifications(ada, { cursor: null })
    const second = await listNotifications(ada, { cursor: first.nextCursor })
    expect([first.rows.length, second.rows.length, second.nextCursor]).toEqual([pageSize, 3, null])
    const all = [...first.rows, ...second.rows]
    expect(all.map(({ createdAt }) => createdAt)).toEqual(values.map(({ createdAt }) => createdAt.toISOString()))
    expect(new Set(all.map(({ id }) => id)).size).toBe(pageSize + 3)
    expect(await unreadOf(ada)).toBe(pageSize + 3)
  }),
)

test(
  'a user gets a limited number of notifications of a kind in a day, and the count has a limit',
  rolledBack(async (db) => {
    const ada = await viewerOf(db)
    for (let count = 0; count < ofAKindPerDay + 2; count += 1) await notify(ada)
    expect(await unreadOf(ada)).toBe(ofAKindPerDay)
    await notify(ada, { kind: 'new-device' })
    expect(await unreadOf(ada)).toBe(ofAKindPerDay + 1)
    const ofAda = sql`person_id = ${ada.session.viewer.id}`
    await age(db, ofAda, 2)
    await notify(ada)
    expect(await unreadOf(ada)).toBe(ofAKindPerDay + 2)
    await db.execute(sql`
      insert into notification (person_id, kind, path, values)
      select ${ada.session.viewer.id}, 'new-device', '/app', '{}' from generate_series(1, ${countedTo})`)
    expect(await unreadOf(ada)).toBe(countedTo + 1)
  }),
)

test(
  'old notifications are purged, and those of a deleted user are deleted with them',
  rolledBack(async (db) => {
    const [ada, eve] = [await viewerOf(db), await viewerOf(db)]
    for (const viewer of [ada, ada, eve]) await notify(viewer)
    const [old, recent] = await rowsOf(ada)
    await age(db, sql`id = ${old?.id}`, keptDays + 1)
    await age(db, sql`id = ${recent?.id}`, keptDays - 1)
    await purgeExpired(db, [{ expires: notifications.expires ?? [] }])
    expect((await rowsOf(ada)).map(({ id }) => id)).toEqual([recent?.id])
    await db.delete(user).where(eq(user.id, ada.session.viewer.id))
    expect(await rowsOf(ada)).toEqual([])
    expect(await rowsOf(eve)).toHaveLength(1)
  }),
)

test(
  'a data export has the notifications of its user, and of no other user',
  rolledBack(async (db) => {
    const [ada, eve] = [await viewerOf(db), await viewerOf(db)]
    await notify(ada)
    const { kind, values } = invitation
    expect(await notifications.exportedData?.(ada)).toMatchObject({ notifications: [{ kind, values, readAt: null }] })
    expect(await notifications.exportedData?.(eve)).toEqual({ notifications: [] })
  }),
)
