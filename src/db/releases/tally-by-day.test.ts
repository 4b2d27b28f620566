import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '../client.ts'
import { historyEvent, repository, user } from '../schema.ts'
import { ownDatabase, rolledBack } from '../test-database.ts'
import { addUserPerDay, addRepositories, expectAgreement, DAYS_BACK, noonOf, sumOf } from '../test-figures.ts'

const MIGRATION = readFileSync(new URL('../migrations/0024_weeks_by_day.sql', import.meta.url), 'utf8')
const { url } = ownDatabase()
const rolledBackAsOwner = (check: (db: Database) => Promise<void>) => rolledBack(check, url)

test(
  'the migration counts existing rows, and later writes continue from these counts',
  rolledBackAsOwner(async (db) => {
    await db.execute(sql`drop trigger history_event_tally_insert on history_event`)
    await db.execute(sql`drop function tally_bans`)
    await addUserPerDay(db, 'early')
    await addUserPerDay(db, 'earlybanned', { banned: true })
    await addRepositories(db, 'early')
    await db
      .update(repository)
      .set({ deletedAt: sql`now()` })
      .where(sql`${repository.name} = 'early1'`)
    await db
      .insert(historyEvent)
      .values(DAYS_BACK.map((back) => ({ action: 'user-banned' as const, at: noonOf(back) })))
    await db.execute(sql`delete from tally where name like 'new\_%' or name = 'bans'`)
    const kept = await expectAgreement(db, async () => {
      for (const statement of MIGRATION.split('--> statement-breakpoint')) await db.execute(sql.raw(statement))
    })
    expect(Object.values(kept).map(sumOf)).toEqual([5, 5, 10, 4])
    await expectAgreement(db, () => addUserPerDay(db, 'late'))
    await expectAgreement(db, () => db.delete(user).where(sql`${user.email} like 'early%'`))
    await expectAgreement(db, () => db.delete(repository).where(sql`${repository.name} like 'early%'`))
    await expectAgreement(db, () => db.insert(historyEvent).values({ action: 'user-banned' }))
  }),
)
