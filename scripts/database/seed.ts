import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { seedActivity } from './seed-activity.ts'
import {
  FIRST_NAMES,
  LAST_NAMES,
  textArray,
  REPOSITORY_LANGUAGES,
  REPOSITORY_KINDS,
  REPOSITORY_TOPICS,
} from './seed-words.ts'

const BATCH_SIZE = 10_000

/** The kinds of sample data: the number of rows in local mode, the function that inserts them, and the table. */
const SEEDERS = {
  users: { sample: 48, insert: insertUsers, table: '"user"' },
  repositories: { sample: 36, insert: insertRepositories, table: 'repository' },
}

type SeedKind = keyof typeof SEEDERS

/** The kinds of sample data that can be requested. */
export const SEED_KINDS = Object.keys(SEEDERS) as SeedKind[]

/** The number of rows of each kind in local mode. */
export const SAMPLE_AMOUNTS = Object.fromEntries(SEED_KINDS.map((kind) => [kind, SEEDERS[kind].sample]))

/** Called after each batch with the kind of rows, the number of rows so far, and the total. */
export type OnProgress = (what: string, done: number, total: number) => void

/**
 * Adds sample data: an administrator, a user, as many rows of each kind as requested, and activity of the last month unless
 * there is any. Keeps existing rows, so it can run again.
 */
export async function seedDatabase(
  db: Database,
  amounts: Partial<Record<SeedKind, number>>,
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  await db
    .insert(user)
    .values([
      { email: 'admin@example.com', name: 'Ada Admin', role: 'admin', emailVerified: true },
      { email: 'user@example.com', name: 'Uma User', role: 'user', emailVerified: true },
    ])
    .onConflictDoNothing()
  for (const kind of SEED_KINDS) {
    const total = amounts[kind] ?? 0
    await inBatches(
      total,
      (first, last) => SEEDERS[kind].insert(db, first, last),
      (done) => onProgress(kind, done, total),
    )
  }
  await seedOrganizations(db)
  await seedActivity(db)
  // Besides updating statistics, vacuum flushes the pending lists of trigram indexes and allows index-only counts.
  const tables = SEED_KINDS.map((kind) => SEEDERS[kind].table)
  for (const table of [...tables, 'session', 'history_event']) await db.execute(sql.raw(`vacuum analyze ${table}`))
}

/**
 * Adds users who joined over the last year. Every eleventh has no name yet, every thirtieth is banned. All but the first nine
 * have signed in within the last four weeks, rarely at weekends. Tests use the first nine as users without a sign-in.
 */
async function insertUsers(db: Database, first: number, last: number) {
  await db.execute(sql`
    insert into "user" (email, name, role, email_verified, banned, ban_reason, last_sign_in_at, created_at, updated_at)
    select format('person%s@example.com', n),
           case when n % 11 = 0 then '' else first_names[1 + n % 20] || ' ' || last_names[1 + (n / 20 + n) % 20] || case when n > 400 then ' ' || n else '' end end,
           'user', true, n % 30 = 0, case when n % 30 = 0 then 'Sample ban' end,
           case when n > 9 and seen > at then seen end, at, at
    from generate_series(${first}::int, ${last}::int) as n,
         (select ${textArray(FIRST_NAMES)} as first_names, ${textArray(LAST_NAMES)} as last_names) as names,
         lateral (select now() - make_interval(mins => ((n::bigint * 7919) % 525600)::int) as at,
                         now() - interval '28 days' * (((n::bigint * 1709) % 1000) / 1000.0) ^ 2 as random) as moments,
         lateral (select random - case when extract(isodow from random) > 5 and n % 3 > 0 then interval '2 days' else interval '0' end as seen) as visits
    on conflict do nothing`)
}

async function inBatches(
  total: number,
  insert: (first: number, last: number) => Promise<unknown>,
  onProgress: (done: number) => void,
) {
  for (let first = 1; first <= total; first += BATCH_SIZE) {
    const last = Math.min(first + BATCH_SIZE - 1, total)
    await insert(first, last)
    onProgress(last)
  }
}

/** Adds some dozens of rows of each kind if the database has no users. */
export async function seedIfEmpty(db: Database): Promise<void> {
  const [someone] = await db.select({ id: user.id }).from(user).limit(1)
  if (!someone) await seedDatabase(db, SAMPLE_AMOUNTS)
}

/** Adds two organizations of sample users if no organization exists. The sample administrator is a member of one. */
async function seedOrganizations(db: Database): Promise<void> {
  await db.execute(sql`
    with made as (
      insert into organization (name)
      select name from (values ('Analytical Engines'), ('Difference Works')) as sample(name)
      where not exists (select from organization)
      returning id, name
    ), users as (
      select id, email, case
        when email in ('admin@example.com', 'user@example.com') then 0
        else substring(email from '^person([0-9]+)@')::int end as nr
      from "user"
      where (email in ('admin@example.com', 'user@example.com') or email ~ '^person[0-9]{1,4}@example[.]com$') and not banned
    )
    insert into member (organization_id, user_id, role)
    select made.id, users.id, case
      when users.email = 'admin@example.com' or (made.name = 'Difference Works' and users.nr = 10) then 'owner'
      when users.nr in (11, 12) then 'admin'
      else 'member' end
    from made join users on case made.name
      when 'Analytical Engines' then users.nr = 0 or users.nr in (11, 13, 15, 17)
      else users.nr in (10, 12, 13, 14, 16) end`)
}

/** Adds the sample repositories numbered `first` to `last`, created over the last year. Every fourth has no description. */
async function insertRepositories(db: Database, first: number, last: number) {
  await db.execute(sql`
    insert into repository (
      name, link, description, created_by_id, created_at, updated_at
      , language, topics
    )
    select name, 'https://git.example.com/' || name, case when n % 4 = 0 then null else format('The %s of %s.', kind, topic) end, author.id, at, at
      , case when n % 7 > 0 then (${textArray(REPOSITORY_LANGUAGES)})[1 + n % 11] end, case when n % 5 > 0 then kind || ' ' || topic end
    from generate_series(${first}::int, ${last}::int) as n,
         (select ${textArray(REPOSITORY_TOPICS)} as topics, ${textArray(REPOSITORY_KINDS)} as kinds) as words,
         (select id from "user" where email = 'admin@example.com') as author,
         lateral (select topics[1 + n % 20] as topic, kinds[1 + (n / 20) % 8] as kind) as picked,
         lateral (select topic || '-' || kind || case when n >= 160 then '-' || n else '' end as name, now() - make_interval(mins => ((n::bigint * 6151) % 525600)::int) as at) as made
    on conflict do nothing`)
}
