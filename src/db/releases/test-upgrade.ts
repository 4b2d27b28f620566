import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import postgres from 'postgres'
import { LOCKS } from '../locks.ts'
import { MIGRATIONS } from '../migrations.ts'
import { migrateDatabase } from '../../../scripts/database/migrate.ts'
import type { Release } from './test-releases.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
/** The lock timeout of the traffic, in milliseconds. A statement that waits longer is canceled and counts as failed. */
const MAX_WAIT_MS = 1_000
/** The time limit of statements in the product, in milliseconds. */
const STATEMENT_MS = 3_000
const READERS = 3
const WRITERS = 2

/** The URLs of a database for the application and for the owner. */
interface RoleUrls {
  databaseUrl: string
  ownerUrl: string
}

/** The outcome of the previous release's queries in one phase of the upgrade. */
export interface Traffic {
  answers: number
  /** The longest response time, in milliseconds. */
  longest: number
  failed: string[]
}

/** An upgrade from the view of users of the previous release. */
export interface Upgrade {
  before: Traffic
  meanwhile: Traffic
  after: Traffic
  /** The statement during which the first run was stopped. */
  stoppedIn: string
  seconds: number
}

/** Creates the tables of a release in an empty database, by the release's migrations with their texts at that time. */
export async function createReleaseTables({ databaseUrl, ownerUrl }: RoleUrls, release: Release): Promise<void> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-release-'))
  try {
    await cp(MIGRATIONS, folder, { recursive: true })
    if (release.changedSince) await cp(path.join(ROOT, release.changedSince), folder, { recursive: true })
    const journal = path.join(folder, 'meta/_journal.json')
    const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] }
    const landed = entries.filter(({ tag }) => tag <= release.lastMigration)
    await writeFile(journal, JSON.stringify({ ...rest, entries: landed }))
    await migrateDatabase(ownerUrl, { appUrl: databaseUrl, migrationsFolder: folder })
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Adds the given number of users, repositories and history events, spread over a year, and sessions for some users. */
export async function fillRelease(ownerUrl: string, { more }: Release, rows: number): Promise<void> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  const at = `now() - (nr % 365) * interval '1 day' - nr * interval '1 second'`
  try {
    await owner.unsafe(`
      insert into "user" (email, email_verified, name, created_at, last_sign_in_at)
      select 'person' || nr || '@example.com', nr % 9 > 0, case when nr % 50 = 0 then 'فاطمة ' || nr when nr % 7 > 0 then 'Amina ' || nr else '' end, ${at}, ${at}
      from generate_series(1, ${rows}) as nr`)
    await owner.unsafe(`
      insert into repository (name, link, description, created_at)
      select case when nr % 50 = 0 then 'تقرير ' else 'atlas-' end || nr, 'https://example.com/' || nr, 'What number ' || nr || ' is about', ${at}
      from generate_series(1, ${rows}) as nr`)
    await owner.unsafe(`
      insert into history_event (at, action, actor_id, actor_name, subject_id, subject_name, ip_address, before, after)
      select ${at}, case when nr % 10 = 0 then 'user-updated' else 'signed-in' end, id, name, id, name, '198.51.100.' || nr % 250,
        jsonb_build_object('name', name), jsonb_build_object('name', name, 'email', email)
      from (select *, row_number() over () as nr from "user") as added`)
    await owner.unsafe(`
      insert into session (user_id, token, expires_at)
      select id, id, now() + interval '20 days' from "user" where abs(hashtext(id::text)) % 3 = 0`)
    if (more !== undefined) await owner.unsafe(more)
    await owner.unsafe('analyze')
  } finally {
    await owner.end()
  }
}

/**
 * Upgrades the database of a release with `db:migrate` while readers and writers of that release use the database. The first
 * run is killed in the middle, with its connection, and a second run continues the upgrade.
 * @param ms the duration of the measurements before and after, in milliseconds
 */
export async function upgradeUnderTraffic(ways: RoleUrls, release: Release, ms: number): Promise<Upgrade> {
  const traffic = startTraffic(ways.databaseUrl, release)
  const watcher = postgres(ways.ownerUrl, { max: 1, onnotice: () => undefined })
  try {
    await pause(ms)
    const before = traffic.told()
    const since = performance.now()
    const first = startMigrating(ways)
    const stoppedIn = await interruptMigration(first, watcher, release.stoppedAfter)
    const { code, output } = await startMigrating(ways).ended
    if (code !== 0) throw new Error(`The second run ended with ${code}: ${output}`)
    const seconds = (performance.now() - since) / 1_000
    const meanwhile = traffic.told()
    await pause(ms)
    return { before, meanwhile, after: traffic.told(), stoppedIn, seconds }
  } finally {
    await traffic.stop()
    await watcher.end()
  }
}

function startMigrating({ databaseUrl, ownerUrl }: RoleUrls) {
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/migrate.ts')], {
    cwd: os.tmpdir(),
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl,
      ...(ownerUrl !== databaseUrl && { DATABASE_OWNER_URL: ownerUrl }),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const printed: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => printed.push(String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output: printed.join('') }))
  return { child, ended }
}

/** Kills a run of `db:migrate` and its connection once a migration is done. @returns the statement that was running */
async function interruptMigration(
  { child, ended }: ReturnType<typeof startMigrating>,
  watcher: postgres.Sql,
  after: string,
) {
  const journal = JSON.parse(await readFile(path.join(MIGRATIONS, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  const madeAt = journal.entries.find(({ tag }) => tag === after)?.when ?? Infinity
  let isOver = false
  const over = ended.then(({ output }) => {
    isOver = true
    return output
  })
  while (!isOver) {
    const [stopped] = await watcher<{ query: string }[]>`
      select query, pg_terminate_backend(pid) from pg_stat_activity
      where pid in (select pid from pg_locks where locktype = 'advisory' and objid = ${LOCKS.migrating} and granted)
        and datname = current_database() and exists (select from drizzle.__drizzle_migrations where created_at >= ${madeAt})`
    if (!stopped) continue
    child.kill('SIGKILL')
    await over
    return stopped.query.trim()
  }
  throw new Error(`The first run was over before it could be stopped: ${await over}`)
}

function startTraffic(databaseUrl: string, { readers, writers }: Release) {
  const sql = postgres(databaseUrl, {
    max: READERS + WRITERS,
    onnotice: () => undefined,
    connection: { lock_timeout: MAX_WAIT_MS, statement_timeout: STATEMENT_MS },
  })
  let told: Traffic = { answers: 0, longest: 0, failed: [] }
  let isOver = false
  const use = async (
    uses: Record<string, (client: postgres.Sql, some: string) => Promise<unknown>>,
    offset: number,
  ) => {
    const all = Object.entries(uses)
    for (let turn = offset; !isOver; turn += 1) {
      const [name, ask] = all[turn % all.length] ?? ['', async () => undefined]
      const since = performance.now()
      await ask(sql, `${turn % 97}-${randomBytes(6).toString('hex')}`).catch((error: Error) =>
        told.failed.push(`${name}: ${error.message}`),
      )
      told.answers += 1
      told.longest = Math.max(told.longest, Math.round(performance.now() - since))
    }
  }
  const running = [
    ...Array.from({ length: READERS }, (_, nr) => use(readers, nr * 3)),
    ...Array.from({ length: WRITERS }, (_, nr) => use(writers, nr * 2)),
  ]
  return {
    /** Returns the traffic since the last call. */
    told: () => {
      const since = told
      told = { answers: 0, longest: 0, failed: [] }
      return since
    },
    stop: async () => {
      isOver = true
      await Promise.all(running)
      await sql.end({ timeout: 5 })
    },
  }
}

/** Counts the rows that violate each guarantee of the migrations. Returns only the guarantees with such rows. */
export async function violatedInvariants(ownerUrl: string): Promise<Record<string, number>> {
  const owner = postgres(ownerUrl, { max: 1, onnotice: () => undefined })
  const counted = {
    'a history without its text': `select from history_event where search_text is distinct from ' ' || folded(
      coalesce(actor_name, '') || ' ' || coalesce(subject_name, '') || ' ' || coalesce(ip_address, '') || ' '
      || coalesce(before->>'name', '') || ' ' || coalesce(before->>'email', '') || ' '
      || coalesce(after->>'name', '') || ' ' || coalesce(after->>'email', ''))`,
    'a repository that its name does not find': `select from repository where strpos(search_text, folded(name)) = 0 or search_text is null`,
    'a user of old letters': `select from "user" where search_text <> folded(name || ' ' || email)`,
    'a repository whose link is not asked': `select from repository where not exists (select from repository_link where repository_id = id)`,
    'a token of another site': `select from account where access_token is not null`,
    'a session of an address that nobody verified': `
      select from session join "user" on "user".id = user_id
      where not email_verified and token = "user".id::text and exists (select from account where account.user_id = "user".id)`,
    'a day that is counted wrongly': `
      select from (
        select name, day, sum(count) from tally where name like 'new\\_%' or name = 'bans' group by name, day
      ) as kept (name, day, count) full join (
        select 'new_people', (created_at at time zone 'UTC')::date, count(*) from "user" group by 2
        union all
        select 'new_not_onboarded', (created_at at time zone 'UTC')::date, count(*) from "user" where name = '' and not banned group by 2
        union all
        select 'new_repositories', (created_at at time zone 'UTC')::date, count(*) from repository where deleted_at is null group by 2
      ) as there (name, day, count) using (name, day)
      where day > (now() at time zone 'UTC')::date - 14 and coalesce(kept.count, 0) <> coalesce(there.count, 0)`,
  }
  try {
    const broken: Record<string, number> = {}
    for (const [promise, rows] of Object.entries(counted)) {
      const [{ count } = { count: 0 }] = await owner.unsafe<{ count: number }[]>(
        `select count(*)::int as count from (${rows}) as broken`,
      )
      if (count > 0) broken[promise] = count
    }
    return broken
  } finally {
    await owner.end()
  }
}
