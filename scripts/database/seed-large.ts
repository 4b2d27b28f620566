import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { insertLargeHistory } from './seed-large-history.ts'
import { chance, idOf, LARGE_WORLD, numbers, pick, type LargeWorld } from './seed-large-values.ts'
import {
  EMAIL_DOMAINS,
  FIRST_NAMES,
  LAST_NAMES,
  REPOSITORY_KINDS,
  REPOSITORY_LANGUAGES,
  REPOSITORY_TOPICS,
  textArray,
} from './seed-words.ts'
import type { OnProgress } from './seed.ts'

/** The number of members of each organization but the largest one. */
const MEMBERS = 20
const BATCH_SIZE = 100_000
const TABLES = ['user', 'session', 'repository', 'organization', 'member', 'history_event', 'bulk_job_row']

type Connection = Pick<Database, 'execute'>

/**
 * Fills an empty database with a large world: users, repositories, organizations of 20 members and one very large organization,
 * whose owner is user@example.com; consultant@example.com is in hundreds of organizations; the history has one very large job.
 * All in one transaction: the indexes are dropped first and built at the end, because adding each row to them takes ten times as
 * long. The values depend only on the scale and the current time.
 * @param scale the share of the rows, for example 0.01
 * @throws {PlainFailure} if the database has users
 */
export async function seedLargeWorld(db: Database, scale: number, onProgress: OnProgress): Promise<void> {
  const world = scaled(scale)
  await db.transaction(async (transaction) => {
    await requireEmptyDatabase(transaction)
    await transaction.execute(sql`select set_config('maintenance_work_mem', '512MB', true)`)
    const indexes = await dropIndexes(transaction)
    // These triggers would replace the times of the last changes.
    await transaction.execute(sql`alter table "user" disable trigger user_updated_at`)
    await transaction.execute(sql`alter table repository disable trigger repository_updated_at`)
    await inBatches('users', world.users, onProgress, (range) => insertUsers(transaction, world, range))
    await insertSessions(transaction)
    await insertOrganizations(transaction, world)
    await inBatches('repositories', world.repositories, onProgress, (range) =>
      insertRepositories(transaction, world, range),
    )
    await inBatches('history', world.history, onProgress, (range) => insertLargeHistory(transaction, world, range))
    await transaction.execute(sql`alter table "user" enable trigger user_updated_at`)
    await transaction.execute(sql`alter table repository enable trigger repository_updated_at`)
    for (const [nr, definition] of indexes.entries()) {
      await transaction.execute(sql.raw(definition))
      onProgress('indexes', nr + 1, indexes.length)
    }
  })
  // Besides updating statistics, vacuum allows index-only counts.
  await db.execute(sql`vacuum analyze`)
}

function scaled(scale: number): LargeWorld {
  const counts = Object.entries(LARGE_WORLD).map(([name, count]) => [name, Math.max(1, Math.round(count * scale))])
  return Object.fromEntries(counts) as LargeWorld
}

async function requireEmptyDatabase(db: Connection) {
  const [someone] = await db.execute(sql`select from "user" limit 1`)
  if (someone)
    throw new PlainFailure(
      'The large world needs an empty database, but this one has users. To create another: DATA_DIR=./large npm run db:seed -- --world large',
    )
}

/** Drops the indexes of the filled tables, except those of constraints. @returns the statements that create them */
async function dropIndexes(db: Connection): Promise<string[]> {
  const found = await db.execute<{ name: string; definition: string }>(sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid = any(${textArray(TABLES.map((table) => `public.${table}`))}::regclass[])
      and not exists (select from pg_constraint where pg_constraint.conindid = pg_index.indexrelid)`)
  for (const { name } of found) await db.execute(sql.raw(`drop index ${name}`))
  return found.map(({ definition }) => definition)
}

async function inBatches(
  what: string,
  total: number,
  onProgress: OnProgress,
  insert: (range: { first: number; last: number }) => Promise<unknown>,
) {
  for (let first = 1; first <= total; first += BATCH_SIZE) {
    const last = Math.min(first + BATCH_SIZE - 1, total)
    await insert({ first, last })
    onProgress(what, last, total)
  }
}

/**
 * Adds users, more in recent months. A few names and address domains are common and most are rare. Of a hundred, five have no
 * name yet, three are banned, and two are invited.
 */
function insertUsers(db: Connection, { users }: LargeWorld, { first, last }: { first: number; last: number }) {
  return db.execute(sql`
    insert into "user" (id, email, name, role, email_verified, banned, ban_reason, invited_at, last_sign_in_at, created_at, updated_at)
    select ${idOf('user')},
           case n when 1 then 'admin@example.com' when 2 then 'user@example.com' when 3 then 'consultant@example.com'
             else replace(folded(first_name || '.' || last_name), ' ', '') || n || '@' || ${pick(EMAIL_DOMAINS, 3)} end,
           case when n > 3 and ${chance(4)} < 0.05 then '' else first_name || ' ' || last_name end,
           case when n = 1 or n % 50000 = 0 then 'admin' else 'user' end, n < 4 or not is_invited, is_banned,
           case when is_banned then 'Spam' end, case when is_invited then at end, case when not is_invited then seen end,
           at, at + (now() - at) * (${chance(5)} ^ 3)
    from ${numbers(first, last)},
         lateral (select ${pick(FIRST_NAMES, 1)} as first_name, ${pick(LAST_NAMES, 2)} as last_name,
                         now() - interval '1095 days' * ((1 - n / ${users}::float8) ^ 2) as at,
                         n > 3 and n % 50000 > 0 and ${chance(6)} < 0.03 as is_banned, n > 3 and ${chance(7)} < 0.02 as is_invited) as made,
         lateral (select at + (now() - at) * sqrt(${chance(8)}) as seen) as visits`)
}

/** Adds a session for each sign-in of the last four weeks. */
function insertSessions(db: Connection) {
  return db.execute(sql`
    insert into session (user_id, token, expires_at, ip_address, user_agent, created_at, updated_at, last_seen_at)
    select id, gen_random_uuid()::text, last_sign_in_at + interval '30 days', '192.0.2.1',
           'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', last_sign_in_at, last_sign_in_at, last_sign_in_at
    from "user" where last_sign_in_at > now() - interval '28 days' and not banned order by last_sign_in_at`)
}

/** Adds the organizations, each with 20 members, the largest one, and the memberships of the consultant. */
async function insertOrganizations(db: Connection, world: LargeWorld) {
  const { organizations, users, membersOfLargest, organizationsOfConsultant } = world
  await db.execute(sql`
    insert into organization (id, name, created_at)
    select ${idOf('organization')}, case n when 0 then 'Largest Works' else initcap(${pick(REPOSITORY_TOPICS, 1)}) || ' Works ' || n end,
           now() - interval '730 days' * (1 - n / ${organizations + 1}::float8)
    from ${numbers(0, organizations)}`)
  await db.execute(sql`
    insert into member (organization_id, user_id, role, created_at)
    select ${idOf('organization', sql`1 + (n - 1) / ${MEMBERS}`)}, ${idOf('user', sql`4 + (n * 7) % (${users} - 3)`)},
           case n % ${MEMBERS} when 1 then 'owner' when 2 then 'admin' else 'member' end, now() - interval '365 days' * ${chance(2)}
    from ${numbers(1, organizations * MEMBERS)}
    on conflict do nothing`)
  await db.execute(sql`
    insert into member (organization_id, user_id, role, created_at)
    select ${idOf('organization', sql`0`)}, ${idOf('user', sql`case n when 1 then 2 else n + 2 end`)}, case when n = 1 then 'owner' else 'member' end,
           now() - interval '365 days' * ${chance(3)}
    from ${numbers(1, membersOfLargest)}`)
  await db.execute(sql`
    insert into member (organization_id, user_id, role, created_at)
    select ${idOf('organization')}, ${idOf('user', sql`3`)}, 'member', now() - interval '365 days' * ${chance(4)}
    from ${numbers(1, Math.min(organizationsOfConsultant, organizations))}
    on conflict do nothing`)
}

/**
 * Adds repositories, of which every tenth belongs to an organization and every fiftieth to the largest one. The creator is any
 * user, or a member of the largest organization.
 */
function insertRepositories(db: Connection, world: LargeWorld, { first, last }: { first: number; last: number }) {
  const owner = sql`case when n % 50 = 0 then 0 when n % 10 = 1 then 1 + (n / 10) % ${world.organizations} end`
  return db.execute(sql`
    insert into repository (id, name, link, description, language, topics, organization_id, created_by_id, created_at, updated_at)
    select ${idOf('repository')}, name, 'https://git.example.com/' || name,
           case when ${chance(3)} < 0.75 then format('The %s of %s.', kind, topic) end,
           case when ${chance(4)} < 0.85 then ${pick(REPOSITORY_LANGUAGES, 5)} end, case when ${chance(6)} < 0.8 then kind || ' ' || topic end,
           ${idOf('organization', owner)}, ${idOf('user', sql`1 + (n * 13) % ${world.users}`)}, at, at + (now() - at) * (${chance(7)} ^ 3)
    from ${numbers(first, last)},
         lateral (select ${pick(REPOSITORY_TOPICS, 1)} as topic, ${pick(REPOSITORY_KINDS, 2)} as kind,
                         now() - interval '1095 days' * ((1 - n / ${world.repositories}::float8) ^ 2) as at) as made,
         lateral (select topic || '-' || kind || '-' || n as name) as named`)
}
