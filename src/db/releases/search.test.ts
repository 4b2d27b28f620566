import { readFileSync } from 'node:fs'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { migrateDatabase } from '../../../scripts/database/migrate.ts'
import { historyEvent, repository, user } from '../schema.ts'
import { withOwnDatabase } from '../test-database.ts'
import { folderOfMigrations } from '../test-migrations.ts'

const BREAK = '--> statement-breakpoint'

test('migrations rewrite rows whose search text is folded differently, and fill it in for the history', () =>
  withOwnDatabase(async (_, owner, { ownerUrl }) => {
    const [before = ''] = textOf('0004_folded_names').split(BREAK)
    await owner.execute(sql.raw(before.replace('create function', 'create or replace function')))
    const [record] = await owner
      .insert(user)
      .values([
        { name: 'فاطمة', email: 'a@example.com' },
        { name: 'Émile', email: 'b@example.com' },
      ])
      .returning({ id: user.id, sortName: user.sortName })
    expect(record?.sortName).toBe('فاطمة')
    await owner.insert(repository).values({ name: 'تقرير ٢٠٢٤', link: 'https://example.com' })
    // Inserts without the trigger, because it did not exist before the migration.
    await owner.execute(sql`alter table history_event disable trigger history_event_search_text`)
    await owner.insert(historyEvent).values({ action: 'signed-in', actorName: 'مصطفى' })
    await owner.execute(sql`alter table history_event enable trigger history_event_search_text`)

    // The first three statements are about the history.
    const ofHistory = textOf('0032_built_beside').split(BREAK).slice(0, 3).join(BREAK)
    const migrationsFolder = await folderOfMigrations(textOf('0012_same_letters'), ofHistory)
    await migrateDatabase(ownerUrl, { migrationsFolder })
    const users = await owner.select({ sortName: user.sortName, searchText: user.searchText }).from(user)
    expect(users.toSorted((one, other) => (one.searchText ?? '').localeCompare(other.searchText ?? ''))).toEqual([
      { sortName: 'emile', searchText: 'emile b@example.com' },
      { sortName: 'فاطمه', searchText: 'فاطمه a@example.com' },
    ])
    const searched = sql`${'%تقرير 2024 https%'}`
    expect(await owner.$count(repository, sql`search_text like ${searched} and sort_name = 'تقرير 2024'`)).toBe(1)
    expect(await owner.$count(historyEvent, sql`search_text like ${' مصطفي%'} and actor_name = 'مصطفى'`)).toBe(1)
    await expect(owner.update(historyEvent).set({ actorName: 'x' })).rejects.toMatchObject({ cause: { code: 'LK001' } })
  }))

function textOf(migration: string): string {
  return readFileSync(new URL(`../migrations/${migration}.sql`, import.meta.url), 'utf8')
}
