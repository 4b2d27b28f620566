import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { purgeHistory } from './purge-history.server.ts'

const DAY = 86_400
const own = ownDatabase()
const insertAt = (db: Database, days: number, values: SQL) =>
  db.execute(sql`
    insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, before, after, reason, ip_address, device)
    select now() - make_interval(days => ${days}::int), v.* from (values (${values})) as v`)

test(
  'purgeHistory deletes nothing without a retention time; with one, it deletes older entries and records this',
  own.rolledBack(async (db) => {
    const entry = sql`'signed-in', null::uuid, null, null::uuid, null, null::jsonb, null::jsonb, null, null, null::jsonb`
    for (const days of [0, 39, 41, 400]) await insertAt(db, days, entry)
    await db.execute(sql`
      insert into history_event (at, action) select now() - interval '50 days', 'signed-in' from generate_series(1, 2001)`)
    const kept = sql`select action, count(*)::int as count from history_event group by action order by action`
    await purgeHistory(db, { retentionDays: undefined, eraseAfterDays: 30 })
    expect(await read(db, kept)).toEqual([{ action: 'signed-in', count: 2005 }])
    for (let run = 0; run < 2; run += 1) {
      await purgeHistory(db, { retentionDays: 40, eraseAfterDays: 30 })
      expect(await read(db, kept)).toEqual([
        { action: 'history-purged', count: 1 },
        { action: 'signed-in', count: 2 },
      ])
    }
    const [told] = await read(
      db,
      sql`select after->>'keptFrom' as from from history_event where action = 'history-purged'`,
    )
    const daysAgo = (Date.now() - Date.parse(String(told?.from))) / (DAY * 1_000)
    expect(daysAgo).toBeGreaterThanOrEqual(40)
    expect(daysAgo).toBeLessThan(40.1)
  }),
)

test(
  'names and addresses of deleted users are erased from the history after a time; all other entries are unchanged',
  own.rolledBack(async (db) => {
    const [gone, fresh, admin] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()]
    const entry = (action: string, actor: string, subject: string, changed: object | null) => {
      const json = sql`${changed && JSON.stringify(changed)}::jsonb`
      return sql`${action}, ${actor}::uuid, ${`Name of ${actor}`}, ${subject}::uuid, ${`Name of ${subject}`}, ${json}, ${json}, 'why',
        '192.0.2.7', '{"browser": "Firefox", "system": "Linux"}'::jsonb`
    }
    for (const user of [gone, fresh]) {
      await insertAt(db, 90, entry('signed-in', user, user, null))
      await insertAt(
        db,
        80,
        entry('user-updated', admin, user, { name: 'Old', email: 'old@example.com', role: 'user' }),
      )
      await insertAt(db, 70, entry('repository-created', user, crypto.randomUUID(), { name: 'a repository' }))
      await insertAt(db, user === gone ? 31 : 29, entry('user-deleted', admin, user, { name: 'Old', role: 'user' }))
    }
    // This user still exists, so the name must not be erased, although an entry records the deletion of the account.
    await db.execute(sql`insert into "user" (id, email) values (${admin}, 'admin@erased.example')`)
    await insertAt(db, 60, entry('account-deleted', admin, admin, null))
    const of = (user: string) => sql`
      select action, actor_id = ${user} as acted, actor_name is null as nameless, subject_name is null as subjectless,
        before, ip_address, device is null as deviceless, reason
      from history_event where ${user} in (actor_id, subject_id) and action <> 'account-deleted' order by at`
    const before = { fresh: await read(db, of(fresh)) }
    await purgeHistory(db, { retentionDays: undefined, eraseAfterDays: 30 })
    const same = { reason: 'why', nameless: false, subjectless: false, deviceless: false, ip_address: '192.0.2.7' }
    expect(await read(db, of(gone))).toEqual([
      {
        action: 'signed-in',
        acted: true,
        before: null,
        nameless: true,
        subjectless: true,
        deviceless: true,
        ip_address: null,
        reason: 'why',
      },
      { ...same, action: 'user-updated', acted: false, before: { role: 'user' }, subjectless: true },
      {
        ...same,
        action: 'repository-created',
        acted: true,
        before: { name: 'a repository' },
        nameless: true,
        deviceless: true,
        ip_address: null,
      },
      { ...same, action: 'user-deleted', acted: false, before: { role: 'user' }, subjectless: true },
    ])
    expect(await read(db, of(fresh))).toEqual(before.fresh)
    const named = sql`select count(*)::int as count from history_event where search_text like ${`%${gone}%`} or search_text like '%old@%' and subject_id = ${gone}`
    expect(await read(db, named)).toEqual([{ count: 0 }])
    const administrator = sql`select actor_name is null as nameless from history_event where action = 'account-deleted'`
    expect(await read(db, administrator)).toEqual([{ nameless: false }])
  }),
)

async function read(db: Database, query: SQL): Promise<Record<string, unknown>[]> {
  return [...(await db.execute(query))]
}
