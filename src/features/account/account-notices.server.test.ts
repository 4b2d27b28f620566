import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { historyEvent, user } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { enqueueNotice, decryptNotice, type NoticeJob } from '#queue/queue.server.ts'
import { OPTIONAL_NOTICES } from '#mail/notice-kinds.ts'
import { contextOn } from '#service/test-context.server.ts'
import { chooseNotices, findMyNotices } from './account-notices.server.ts'
import { noticesInput } from './account.schema.ts'

test(
  'a kind of notice that is turned off is not sent, but notices that protect the account still are',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    expect(await findMyNotices(context)).toEqual(OPTIONAL_NOTICES)
    await chooseNotices(context, { 'role-changed': 'on' })
    await chooseNotices(context, { 'role-changed': 'on' })
    expect(await findMyNotices(context)).toEqual(['role-changed'])

    const { email, id: userId } = context.session.viewer
    for (const kind of ['new-device', 'role-changed', 'passkey-removed', 'email-changed'] as const)
      await enqueueNotice(db, { kind, email, language: 'en', userId })
    expect(await queuedFor(db, email)).toEqual(['role-changed', 'passkey-removed', 'email-changed'])

    const events = await db.select({ action: historyEvent.action }).from(historyEvent)
    expect(events.filter(({ action }) => action === 'notices-chosen')).toHaveLength(1)
    await chooseNotices(context, {})
    expect(await findMyNotices(context)).toEqual([])
  }),
)

test('a form that names a mandatory kind of notice does not turn it off', () => {
  expect(noticesInput.parse({ intent: 'choose-notices', 'passkey-removed': 'on', 'new-device': 'on' })).toEqual({
    'new-device': 'on',
  })
  expect(noticesInput.safeParse({ 'new-device': 'off' }).success).toBe(false)
})

async function signedIn(db: Database) {
  const email = `${crypto.randomUUID()}@notices.example`
  const [made] = await db.insert(user).values({ email, name: 'Ada' }).returning()
  const viewer = { id: made?.id ?? '', email, name: 'Ada' }
  return { ...contextOn(db, viewer), session: { viewer } } as Parameters<typeof chooseNotices>[0] &
    ReturnType<typeof contextOn>
}

async function queuedFor(db: Database, email: string) {
  const jobs = await db.execute<{ payload: NoticeJob }>(
    sql`select j.payload from graphile_worker._private_jobs as j
        join graphile_worker._private_tasks as t on t.id = j.task_id
        where t.identifier = 'send-account-notice' order by j.id`,
  )
  return jobs.filter(({ payload }) => decryptNotice(payload).email === email).map(({ payload }) => payload.kind)
}
