import { sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { rolledBack } from '#db/test-database.ts'
import { purgeExpired } from './purge.server.ts'
import { serverFeatures } from '../features.server.ts'

interface KeptTable {
  /** Returns the SQL that adds a row whose end, or creation, is this many seconds from now. */
  insert: (seconds: number) => SQL
  rows: SQL
  runsOut: number
  lasts: number
}

const DAY = 86_400

/** Returns the SQL that adds a finished job with one row. */
const bulkJob = (columns: SQL, values: SQL) => sql`
  with job as (
    insert into bulk_job (kind, status, actor_id, ${columns}) values ('purge', 'done', gen_random_uuid(), ${values}) returning id
  )
  insert into bulk_job_row (job_id, position, outcome, before) select id, 1, 'done', '{}' from job`

const TABLES: Record<string, KeptTable> = {
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
  'challenge of a passkey': {
    insert: (seconds) =>
      sql`insert into passkey_challenge (challenge, purpose, browser_key, created_at) values (${String(seconds)}, 'sign-in', 'purge', now() + make_interval(secs => ${seconds}))`,
    rows: sql`select challenge as kept from passkey_challenge where browser_key = 'purge'`,
    runsOut: -5 * 60 - 1,
    lasts: -5 * 60 + 60,
  },
  count: {
    insert: (seconds) =>
      sql`insert into throttle (key, count, ends_at) values (${String(seconds)}, 1, now() + make_interval(secs => ${seconds}))`,
    rows: sql`select key as kept from throttle where key in ('-1', '60')`,
    runsOut: -1,
    lasts: 60,
  },
  'link of a notice': {
    insert: (seconds) =>
      sql`insert into notice_link (user_id, email, kind, created_at) values (gen_random_uuid(), ${String(seconds)}, 'purge', now() + make_interval(secs => ${seconds}))`,
    rows: sql`select email as kept from notice_link where kind = 'purge'`,
    runsOut: -7 * DAY - 1,
    lasts: -7 * DAY + 60,
  },
  'invitation of nobody': {
    insert: (seconds) =>
      sql`insert into invitation (language, mail_id, ends_at) values (${String(seconds)}, gen_random_uuid(), now() + make_interval(secs => ${seconds}))`,
    rows: sql`select language as kept from invitation where user_id is null`,
    runsOut: -30 * DAY - 1,
    lasts: -30 * DAY + 60,
  },
  'known browser': {
    insert: (seconds) =>
      sql`insert into known_browser (address_key, browser_key, last_sign_in_at) values ('purge', ${String(seconds)}, now() + make_interval(secs => ${seconds}))`,
    rows: sql`select browser_key as kept from known_browser where address_key = 'purge'`,
    runsOut: -366 * DAY,
    lasts: -364 * DAY,
  },
  'bulk job': {
    insert: (seconds) =>
      bulkJob(sql`created_at, actor_name`, sql`now() + make_interval(secs => ${seconds}), ${String(seconds)}`),
    rows: sql`select actor_name as kept from bulk_job join bulk_job_row on job_id = id where kind = 'purge'`,
    runsOut: -30 * DAY - 1,
    lasts: -30 * DAY + 60,
  },
  'way back from a bulk job': {
    insert: (seconds) =>
      bulkJob(sql`undo_until, actor_name`, sql`now() + make_interval(secs => ${seconds}), ${String(seconds)}`),
    rows: sql`
      select actor_name as kept from bulk_job join bulk_job_row on job_id = id
      where kind = 'purge' and undo_until is not null and before is not null`,
    runsOut: -1,
    lasts: 60,
  },
}

test.each(Object.entries(TABLES))(
  'a %s is deleted when it has expired, and not earlier',
  (_name, { insert, rows, runsOut, lasts }) =>
    rolledBack(async (db) => {
      await db.execute(sql`insert into "user" (email) values ('purged@example.com')`)
      await db.execute(insert(runsOut))
      await db.execute(insert(lasts))
      await purgeExpired(db, serverFeatures)
      expect(await read(db, rows)).toEqual([{ kept: String(lasts) }])
    })(),
)

test(
  'users and repositories are never purged because of their age',
  rolledBack(async (db) => {
    await db.execute(sql`insert into "user" (email, created_at) values ('old@example.com', '2001-01-01Z')`)
    await db.execute(
      sql`insert into repository (name, link, created_at) values ('old', 'https://old.example', '2001-01-01Z')`,
    )
    await purgeExpired(db, serverFeatures)
    const kept = sql`select (select count(*)::int from "user" where email = 'old@example.com') as people, (select count(*)::int from repository where name = 'old') as repositories`
    expect(await read(db, kept)).toEqual([{ people: 1, repositories: 1 }])
  }),
)

test(
  'expired bans are lifted when they can no longer be undone, and no others',
  rolledBack(async (db) => {
    const ends = { over: '-3 days', late: '-1 day', standing: '1 day', endless: null }
    for (const [name, end] of Object.entries(ends))
      await db.execute(sql`
        insert into "user" (email, banned, ban_reason, ban_expires)
        values (${`${name}@example.com`}, true, 'spam', now() + ${end}::interval)`)
    await purgeExpired(db, serverFeatures)
    const found = await db.execute(sql`
      select split_part(email, '@', 1) as name, ban_reason as reason, ban_expires is not null as ends from "user"
      where banned and email = any(array['over@example.com', 'late@example.com', 'standing@example.com', 'endless@example.com'])
      order by email`)
    expect([...found]).toEqual([
      { name: 'endless', reason: 'spam', ends: false },
      { name: 'late', reason: 'spam', ends: true },
      { name: 'standing', reason: 'spam', ends: true },
    ])
    const [lifted] = await db.execute(
      sql`select banned, ban_reason, ban_expires from "user" where email = 'over@example.com'`,
    )
    expect(lifted).toEqual({ banned: false, ban_reason: null, ban_expires: null })
  }),
)

test(
  'an expired invitation is kept until the invited user signs in',
  rolledBack(async (db) => {
    for (const [address, signedIn] of [
      ['waiting', sql`null::timestamptz`],
      ['here', sql`now()`],
    ] as const)
      await db.execute(sql`
        with person as (
          insert into "user" (email, invited_at, last_sign_in_at) values (${address}, now(), ${signedIn}) returning id)
        insert into invitation (user_id, email, language, mail_id, ends_at)
        select id, ${address}, 'en', gen_random_uuid(), now() - interval '400 days' from person`)
    await purgeExpired(db, serverFeatures)
    expect(await read(db, sql`select email from invitation`)).toEqual([{ email: 'waiting' }])
  }),
)

test(
  'a purge deletes more than one batch in one run',
  rolledBack(async (db) => {
    await db.execute(sql`
      insert into repository (name, link, deleted_at)
      select 'gone ' || n, 'https://a.example', now() - interval '2 days' from generate_series(1, 5001) as n`)
    await purgeExpired(db, serverFeatures)
    expect(await read(db, sql`select count(*)::int as count from repository where name like 'gone %'`)).toEqual([
      { count: 0 },
    ])
  }),
)

async function read(db: Database, query: SQL): Promise<Record<string, unknown>[]> {
  return [...(await db.execute(query))]
}
