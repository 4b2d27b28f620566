import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { structureOf } from '../support/fingerprint.ts'
import { migrateDatabase } from '../database/migrate.ts'
import { withOwnDatabase } from '#db/test-database.ts'
import { writeBaseline } from './baseline.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')

test(
  'the baseline migration of a new app creates the same database as all migrations of this project',
  { timeout: 60_000 },
  () =>
    withOwnDatabase((_, migrated) =>
      withOwnDatabase(
        async (__, owner, { ownerUrl, databaseUrl }) => {
          const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-baseline-'))
          try {
            writeBaseline(ROOT, folder)
            await migrateDatabase(ownerUrl, { appUrl: databaseUrl, migrationsFolder: folder })
          } finally {
            await rm(folder, { recursive: true })
          }
          expect(await wholeStructure(owner)).toEqual(await wholeStructure(migrated))
        },
        { isEmpty: true },
      ),
    ),
)

/** Returns the structure, statistics targets and function grants, except the view `login_request`, which only 0.1.0 needs. */
async function wholeStructure(db: Database): Promise<Record<string, unknown>> {
  const statistics = await db.execute(sql`
    select attrelid::regclass::text as table, attname as column, attstattarget as target
    from pg_attribute join pg_class on pg_class.oid = attrelid
    where relnamespace = 'public'::regnamespace and coalesce(attstattarget, -1) > -1 and attnum > 0 order by 1, 2`)
  const rights = await db.execute(sql`
    select proname as name, (aclexplode(proacl)).grantee::regrole::text as grantee
    from pg_proc where pronamespace = 'public'::regnamespace and proacl is not null order by 1, 2`)
  const parts = Object.entries(await structureOf(db)).filter(([name]) => !/public\.login_request( |$)/.test(name))
  return { ...Object.fromEntries(parts), statistics: [...statistics], rights: [...rights] }
}
