import type postgres from 'postgres'
import { nameOfMigration } from '#db/migrations.ts'
import { countPendingMigrations } from '../../database/migrate.ts'
import { openClient } from '#db/connect.ts'
import { connectionsOfProcess, type DatabaseUrls } from '#db/connection-counts.ts'
import { MAX_POSTGRES_VERSION, MIN_POSTGRES_VERSION } from '../../database/server-version.ts'
import { findDatabaseProblem } from '../check-database.ts'
import type { DatabaseSettings } from '#env/environment.server.ts'
import { describeFailure } from '../plain-failure.ts'
import { doubtful, fine, wrong, type Finding } from './finding.ts'

/** Maximum time for examining one database, in milliseconds. */
const DEADLINE_MS = 5_000
const [NOTICEABLE_S, TOO_FAR_S] = [2, 30]
const MIGRATE_COMMAND = 'npm run db:migrate'

/** Facts about a database, read in one connection. */
export interface DatabaseFacts {
  version: string
  versionNumber: number
  encoding: string
  isStandby: boolean
  /** Connections that are not reserved for superusers. */
  maxConnections: number
  /** Time of the database's clock, in milliseconds since 1970. */
  now: number
  role: string
  isSuperuser: boolean
  canCreate: boolean
  /** Whether the role can read the tables; also true if there are no tables yet. */
  canRead: boolean
  trigrams: 'there' | 'to be made' | 'missing'
  /** Number of tables in the schema `public`. These tables belong to another program if `newestMigration` is null. */
  strangers: number
  /** Creation time of the newest migration that was run, in milliseconds since 1970; null if no migration was run. */
  newestMigration: string | null
}

interface Options {
  settings: DatabaseSettings
  standbys: { variable: string; standbyUrl: string }[]
  processes: number
  hasSandboxes: boolean
}

/** Examines the configured database with the application's role and with the role that owns the tables. */
export async function examineDatabase({ settings, standbys, processes, hasSandboxes }: Options): Promise<Finding[]> {
  const { databaseUrl, ownerUrl, pooledUrl } = settings
  const problem = await findDatabaseProblem(settings)
  if (problem !== undefined)
    return [wrong('database', problem.replace(/\.$/, ''), 'see docs/scaling.md and docs/settings.md')]
  const looked = await Promise.all([
    readFacts(pooledUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', databaseUrl),
    ownerUrl === databaseUrl ? undefined : readFacts('DATABASE_OWNER_URL', ownerUrl),
  ])
  const failed = looked.find((one) => typeof one === 'string')
  if (failed !== undefined) return [wrong('database', failed, 'fix this setting or the server that it points to')]
  const [facts, ofOwner = facts] = looked as DatabaseFacts[]
  if (facts === undefined || ofOwner === undefined) return []
  return [
    ...judgeServer(facts),
    judgeClocks(facts.now - Date.now()),
    judgeConnections(facts, processes, { isPooled: pooledUrl !== undefined, hasSandboxes }),
    ...judgeRights(facts, ofOwner),
    await judgeMigrations(settings, facts),
    ...(await Promise.all(
      standbys.map(async ({ variable, standbyUrl }) => judgeStandby(variable, await readFacts(variable, standbyUrl))),
    )),
  ]
}

/** Checks the server's version and encoding, and whether it accepts writes. */
export function judgeServer({ version, versionNumber, encoding, isStandby }: DatabaseFacts): Finding[] {
  const major = Math.floor(versionNumber / 10_000)
  const findings: Finding[] = []
  if (major < MIN_POSTGRES_VERSION)
    findings.push(
      wrong(
        'database',
        `PostgreSQL ${version} is too old`,
        `use PostgreSQL ${MIN_POSTGRES_VERSION} to ${MAX_POSTGRES_VERSION}`,
      ),
    )
  if (major > MAX_POSTGRES_VERSION)
    findings.push(
      doubtful(
        'database',
        `PostgreSQL ${version} is newer than the tested versions`,
        `use PostgreSQL ${MIN_POSTGRES_VERSION} to ${MAX_POSTGRES_VERSION}`,
      ),
    )
  if (encoding !== 'UTF8')
    findings.push(
      wrong(
        'database',
        `its encoding is ${encoding}, which can't store most names`,
        "recreate it with encoding 'UTF8' template template0",
      ),
    )
  if (isStandby)
    findings.push(wrong('database', 'DATABASE_URL points to a standby, which is read-only', 'set it to the primary'))
  return findings.length === 0 ? [fine('database', `PostgreSQL ${version} responds, encoding ${encoding}`)] : findings
}

/** Checks the difference between two clocks. @param aheadMs how far the database's clock is ahead, in milliseconds */
export function judgeClocks(aheadMs: number): Finding {
  const seconds = Math.abs(Math.round(aheadMs / 1_000))
  const text = `the database's clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this computer's`
  if (seconds >= TOO_FAR_S) return wrong('clocks', text, 'synchronize both with NTP')
  if (seconds >= NOTICEABLE_S) return doubtful('clocks', text, 'synchronize both with NTP')
  return fine('clocks', "the database's clock matches this computer's")
}

/** Checks whether the database allows enough connections for a number of processes. */
export function judgeConnections({ maxConnections }: DatabaseFacts, processes: number, urls: DatabaseUrls): Finding {
  const needed = connectionsOfProcess(urls) * processes
  const text = `${processes} ${processes === 1 ? 'process needs' : 'processes need'} up to ${needed} of the ${maxConnections} connections`
  if (needed > maxConnections)
    return wrong(
      'connections',
      text,
      'raise max_connections, lower WEB_CONCURRENCY, or put PgBouncer in front (docs/scaling.md)',
    )
  const nodes = Math.floor(maxConnections / needed)
  return fine('connections', `${text}, enough for ${nodes} such ${nodes === 1 ? 'node' : 'nodes'}`)
}

/** Checks the rights of the application's role and of the role that migrates. Both can be the same role. */
export function judgeRights(app: DatabaseFacts, { role, canCreate, trigrams }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (!app.canRead)
    findings.push(
      wrong(
        'rights',
        `the role ${app.role} can't read the tables`,
        `set DATABASE_OWNER_URL and run ${MIGRATE_COMMAND}, which grants the permissions`,
      ),
    )
  if (app.isSuperuser && app.role !== role)
    findings.push(
      wrong(
        'rights',
        `the role ${app.role} of DATABASE_URL is a superuser, so permissions don't restrict it`,
        'give the application its own role',
      ),
    )
  if (!canCreate)
    findings.push(
      wrong(
        'rights',
        `the role ${role} can't create tables, so migrations can't run`,
        `run as the owner of the database: grant create on database … to ${role}; grant create on schema public to ${role}. Or set DATABASE_OWNER_URL to the URL of a role that can`,
      ),
    )
  if (trigrams === 'missing')
    findings.push(
      wrong(
        'extension',
        'the server has no pg_trgm, which search needs',
        'install the PostgreSQL package postgresql-contrib',
      ),
    )
  if (findings.length > 0) return findings
  return [fine('rights', `${role} can create tables; pg_trgm is ${trigrams === 'there' ? 'installed' : 'available'}`)]
}

/** Checks the database that a standby variable names. @param facts the standby's facts, or the reason for missing facts */
export function judgeStandby(variable: string, facts: DatabaseFacts | string): Finding {
  if (typeof facts === 'string') return doubtful('standby', facts, 'until it responds, all reads go to the primary')
  return facts.isStandby
    ? fine('standby', `${variable} points to a standby`)
    : wrong(
        'standby',
        `${variable} points to a server that isn't a standby`,
        'set it to a standby of the same database, or remove it',
      )
}

async function judgeMigrations(
  { databaseUrl, isLocal }: DatabaseSettings,
  { newestMigration, strangers }: DatabaseFacts,
): Promise<Finding> {
  const lacking = (text: string) =>
    isLocal ? doubtful('migrations', text, 'npm start migrates it') : wrong('migrations', text, MIGRATE_COMMAND)
  if (newestMigration === null)
    return strangers > 0
      ? wrong(
          'migrations',
          `the database contains another program's tables (${strangers}) and none of this app's`,
          'set DATABASE_URL to a separate database',
        )
      : lacking('the database is empty')
  const pending = await countPendingMigrations(databaseUrl)
  if (pending > 0)
    return lacking(`the database lacks ${pending} ${pending === 1 ? 'migration' : 'migrations'} of this build`)
  return nameOfMigration(Number(newestMigration)) === null
    ? doubtful(
        'migrations',
        'the database was migrated by a newer build than this one',
        'run that build; use this one only to roll back',
      )
    : fine('migrations', 'the database is up to date')
}

/** Reads the facts of a database. @returns a sentence with the variable and the reason if they cannot be read */
async function readFacts(variable: string, url: string): Promise<DatabaseFacts | string> {
  let client: postgres.Sql | undefined
  let isTooLate = false
  const deadline = setTimeout(() => {
    isTooLate = true
    void client?.end({ timeout: 0 })
  }, DEADLINE_MS)
  try {
    client = openClient(url, {
      max: 1,
      // The timeout, in seconds, is longer than the deadline, so that the deadline always comes first.
      connect_timeout: DEADLINE_MS / 500,
      fetch_types: false,
      target_session_attrs: undefined,
    })
    const [facts] = await client.unsafe<DatabaseFacts[]>(FACTS)
    const [table] = await client.unsafe<{ name: string | null }[]>(
      `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
    )
    if (!facts) return `the database in ${variable} returned no data`
    if (!table?.name) return { ...facts, newestMigration: null }
    const [newest] = await client.unsafe<{ at: string | null }[]>(
      `select max(created_at)::text as at from drizzle.__drizzle_migrations`,
    )
    return { ...facts, newestMigration: newest?.at ?? null }
  } catch (error) {
    return isTooLate ? `the database in ${variable} didn't respond in time` : reasonOf(error, variable)
  } finally {
    clearTimeout(deadline)
    void client?.end({ timeout: 1 })
  }
}

/** Returns the reason of a failure. Unknown errors are reduced to their code, because their message might quote the URL. */
function reasonOf(error: unknown, variable: string): string {
  const words = describeFailure(error)
  return typeof words === 'string'
    ? words.replace(/\.$/, '').replace('DATABASE_URL', variable)
    : `can't use the database in ${variable} (${(error as { code?: string }).code ?? 'unknown'})`
}

const FACTS = `
  select current_setting('server_version') as version,
         current_setting('server_version_num')::int as "versionNumber",
         current_setting('server_encoding') as encoding,
         pg_is_in_recovery() as "isStandby",
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as "maxConnections",
         (extract(epoch from clock_timestamp()) * 1000)::float8 as now,
         current_user::text as role,
         (select rolsuper from pg_roles where rolname = current_user) as "isSuperuser",
         case when to_regclass('public."user"') is null then true
              else has_table_privilege('public."user"', 'SELECT') end as "canRead",
         has_database_privilege(current_database(), 'CREATE') and has_schema_privilege('public', 'CREATE') as "canCreate",
         case when exists (select from pg_extension where extname = 'pg_trgm') then 'there'
              when exists (select from pg_available_extensions where name = 'pg_trgm') then 'to be made'
              else 'missing' end as trigrams,
         (select count(*)::int from pg_tables where schemaname = 'public') as strangers`
