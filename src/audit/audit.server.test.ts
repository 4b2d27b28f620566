import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Database } from '#db/client.ts'
import { historyEvent } from '#db/schema.ts'
import { ownerUrl, rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { listEventsOf, recordAudit } from './audit.server.ts'

const ADA = { id: crypto.randomUUID(), name: 'Ada' }
const EVE = { id: crypto.randomUUID(), name: 'Eve' }

test.each([
  ['changed', sql`update history_event set action = 'signed-in'`],
  ['deleted', sql`delete from history_event`],
  ['truncated', sql`truncate history_event`],
  ['truncated together with another table', sql`truncate history_event, repository cascade`],
  [
    'rewritten on a conflict',
    sql`
    insert into history_event (id, action) overriding system value select id, 'x' from history_event
    on conflict (id) do update set action = excluded.action`,
  ],
])('history entries cannot be %s, not even by the owner of the table', (_how, change) =>
  rolledBack(async (db) => {
    await recordAudit(contextOn(db, ADA), { action: 'user-banned', subject: EVE, reason: 'spam' })
    await expect(db.transaction((inner) => inner.execute(change))).rejects.toMatchObject({ cause: { code: 'LK001' } })
    const [kept] = await db.select().from(historyEvent).where(eq(historyEvent.subjectId, EVE.id))
    expect(kept).toMatchObject({ action: 'user-banned', actorName: 'Ada', subjectName: 'Eve', reason: 'spam' })
  }, ownerUrl)(),
)

test(
  'an event is listed for its actor and its subject, and for no other user',
  rolledBack(async (db) => {
    await recordAudit(contextOn(db, ADA), { action: 'impersonation-started', subject: EVE, reason: 'help' })
    for (const { id } of [ADA, EVE]) expect(await actionsOf(db, id)).toEqual(['impersonation-started'])
    expect(await actionsOf(db, crypto.randomUUID())).toEqual([])
  }),
)

test(
  'the pages of the history list all entries without a gap, the latest first',
  rolledBack(async (db) => {
    const { pageSize } = appConfig.lists
    for (let index = 0; index < pageSize + 2; index += 1)
      await recordAudit(contextOn(db, ADA), { action: 'session-ended', reason: String(index) })
    const first = await listEventsOf(contextOn(db), { ...ADA, before: null })
    const second = await listEventsOf(contextOn(db), { ...ADA, before: first.nextCursor })
    expect(second.nextCursor).toBeNull()
    const reasons = [...first.rows, ...second.rows].map(({ reason }) => Number(reason))
    expect(reasons).toEqual(Array.from({ length: pageSize + 2 }, (_, index) => pageSize + 1 - index))
  }),
)

async function actionsOf(db: Database, id: string) {
  return (await listEventsOf(contextOn(db), { id, before: null })).rows.map(({ action }) => action)
}
