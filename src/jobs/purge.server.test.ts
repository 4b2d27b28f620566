import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { rolledBack } from '#db/test-database.ts'
import { purgeExpired } from './purge.server.ts'

interface Kept {
  /** Makes a row that ends, or was made, so many seconds from now. */
  insert: (seconds: number) => SQL
  rows: SQL
  runsOut: number
  lasts: number
}

const DAY = 86_400

const TABLES: Record<string, Kept> = {
  session: {
    insert: (seconds) =>
      sql`insert into session (user_id, token, expires_at) select id, ${String(seconds)}, now() + make_interval(secs => ${seconds}) from "user" where email = 'purged@example.com'`,
    rows: sql`select token as kept from session`,
    runsOut: -1,
    lasts: 60,
  },
  'code of better-auth': {
    insert: (seconds) =>
      sql`insert into verification (id, identifier, value, expires_at) values (${String(seconds)}, 'purge', 'x', now() + make_interval(secs => ${seconds}))`,
    rows: sql`select id as kept from verification where identifier = 'purge'`,
    runsOut: -1,
    lasts: 60,
  },
  'asking for a code': {
    insert: (seconds) =>
      sql`insert into code_request (address_key, browser_key, created_at) values ('purge', ${String(seconds)}, now() + make_interval(secs => ${seconds}))`,
    rows: sql`select browser_key as kept from code_request where address_key = 'purge'`,
    runsOut: -DAY - 5 * 60 - 1,
    lasts: -DAY,
  },
  count: {
    insert: (seconds) =>
      sql`insert into throttle (key, count, ends_at) values (${String(seconds)}, 1, now() + make_interval(secs => ${seconds}))`,
    rows: sql`select key as kept from throttle where key in ('-1', '60')`,
    runsOut: -1,
    lasts: 60,
  },
  'deleted repository': {
    insert: (seconds) =>
      sql`insert into repository (name, link, deleted_at) values (${String(seconds)}, 'https://a.example', now() + make_interval(secs => ${seconds}))`,
    rows: sql`select name as kept from repository where link = 'https://a.example'`,
    runsOut: -DAY - 1,
    lasts: -DAY + 60,
  },
  'known browser': {
    insert: (seconds) =>
      sql`insert into known_browser (address_key, browser_key, last_sign_in_at) values ('purge', ${String(seconds)}, now() + make_interval(secs => ${seconds}))`,
    rows: sql`select browser_key as kept from known_browser where address_key = 'purge'`,
    runsOut: -366 * DAY,
    lasts: -364 * DAY,
  },
}

test.each(Object.entries(TABLES))(
  'a %s is removed when it has run out, not before',
  (_name, { insert, rows, runsOut, lasts }) =>
    rolledBack(async (db) => {
      await db.execute(sql`insert into "user" (email) values ('purged@example.com')`)
      await db.execute(insert(runsOut))
      await db.execute(insert(lasts))
      await purgeExpired(db)
      expect(await read(db, rows)).toEqual([{ kept: String(lasts) }])
    })(),
)

test(
  'people and repositories stay, however old',
  rolledBack(async (db) => {
    await db.execute(sql`insert into "user" (email, created_at) values ('old@example.com', '2001-01-01Z')`)
    await db.execute(
      sql`insert into repository (name, link, created_at) values ('old', 'https://old.example', '2001-01-01Z')`,
    )
    await purgeExpired(db)
    const kept = sql`select (select count(*)::int from "user" where email = 'old@example.com') as people, (select count(*)::int from repository where name = 'old') as repositories`
    expect(await read(db, kept)).toEqual([{ people: 1, repositories: 1 }])
  }),
)

test(
  'more than one batch is removed at once',
  rolledBack(async (db) => {
    await db.execute(sql`
      insert into repository (name, link, deleted_at)
      select 'gone ' || n, 'https://a.example', now() - interval '2 days' from generate_series(1, 5001) as n`)
    await purgeExpired(db)
    expect(await read(db, sql`select count(*)::int as count from repository where name like 'gone %'`)).toEqual([
      { count: 0 },
    ])
  }),
)

async function read(db: Database, query: SQL): Promise<Record<string, unknown>[]> {
  return [...(await db.execute(query))]
}
