import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { rolledBack } from './test-database.ts'

test(
  'no SQL function depends on the search path of its caller: it sets its own, or has a parsed body',
  rolledBack(async (db) => {
    const functions = await db.execute<{ name: string; isFixed: boolean }>(sql`
      select p.proname as name,
             p.prosqlbody is not null or exists (
               select from unnest(p.proconfig) as setting where setting = 'search_path=pg_catalog, public, pg_temp'
             ) as "isFixed"
      from pg_proc as p
      where p.pronamespace = 'public'::regnamespace
        and not exists (select from pg_depend as d where d.objid = p.oid and d.deptype = 'e')`)
    expect(functions.filter(({ isFixed }) => !isFixed).map(({ name }) => name)).toEqual([])
    expect(functions.length).toBeGreaterThan(10)
  }),
)
