import type postgres from 'postgres'
import { latestMigration, pendingMigrations } from '#db/migrate.ts'
import { openClient } from '#db/connect.ts'
import { connectionsOfProcess, type WaysToDatabase } from '#db/connection-counts.ts'
import { NEWEST_POSTGRES, OLDEST_POSTGRES } from '#db/server-version.ts'
import { whatHindersUse } from '#db/usable.ts'
import type { DatabaseSettings } from '#env/environment.server.ts'
import { plainWords } from '../plain-failure.ts'
import { doubtful, fine, wrong, type Finding } from './finding.ts'

/** The longest to be told, in milliseconds. */
const DEADLINE_MS = 5_000
const [NOTICEABLE_S, TOO_FAR_S] = [2, 30]
const MIGRATE = 'npm run db:migrate'

/** The facts that one look at a database tells. */
export interface DatabaseFacts {
  version: string
  versionNumber: number
  encoding: string
  isStandby: boolean
  /** For everybody but superusers. */
  maxConnections: number
  /** By the database's clock, in milliseconds since 1970. */
  now: number
  role: string
  isSuperuser: boolean
  canCreate: boolean
  /** True as well where there are no tables yet. */
  canRead: boolean
  trigrams: 'there' | 'to be made' | 'missing'
  /** Tables that are not ours, in a database in which nothing of ours is. */
  strangers: number
  /** Of the newest migration that was run; null where none was. */
  newestMigration: string | null
}

interface Options {
  settings: DatabaseSettings
  standbys: { variable: string; standbyUrl: string }[]
  processes: number
  hasSandboxes: boolean
}

/** Looks at the database that the settings name, as the application and as the owner of its tables. */
export async function examineDatabase({ settings, standbys, processes, hasSandboxes }: Options): Promise<Finding[]> {
  const { databaseUrl, ownerUrl, pooledUrl } = settings
  const hindrance = await whatHindersUse(settings)
  if (hindrance !== undefined)
    return [
      wrong('database', hindrance.replace(/\.$/, ''), 'see docs/scaling.md and the table "Settings" in the README'),
    ]
  const looked = await Promise.all([
    look(pooledUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL', databaseUrl),
    ownerUrl === databaseUrl ? undefined : look('DATABASE_OWNER_URL', ownerUrl),
  ])
  const failed = looked.find((one) => typeof one === 'string')
  if (failed !== undefined) return [wrong('database', failed, 'mend this setting, or what it leads to')]
  const [facts, ofOwner = facts] = looked as DatabaseFacts[]
  if (facts === undefined || ofOwner === undefined) return []
  return [
    ...judgeServer(facts),
    judgeClocks(facts.now - Date.now()),
    judgeConnections(facts, processes, { isPooled: pooledUrl !== undefined, hasSandboxes }),
    ...judgeRights(facts, ofOwner),
    await judgeMigrations(settings, facts),
    ...(await Promise.all(
      standbys.map(async ({ variable, standbyUrl }) => judgeStandby(variable, await look(variable, standbyUrl))),
    )),
  ]
}

/** Judges what the server is: its version, its encoding, and whether it takes writes. */
export function judgeServer({ version, versionNumber, encoding, isStandby }: DatabaseFacts): Finding[] {
  const major = Math.floor(versionNumber / 10_000)
  const findings: Finding[] = []
  if (major < OLDEST_POSTGRES)
    findings.push(
      wrong('database', `PostgreSQL ${version} is too old`, `use PostgreSQL ${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}`),
    )
  if (major > NEWEST_POSTGRES)
    findings.push(
      doubtful(
        'database',
        `PostgreSQL ${version} is newer than what this was tested on`,
        `use PostgreSQL ${OLDEST_POSTGRES} to ${NEWEST_POSTGRES}`,
      ),
    )
  if (encoding !== 'UTF8')
    findings.push(
      wrong(
        'database',
        `its encoding is ${encoding}: most names could not be kept`,
        "make it anew with encoding 'UTF8' template template0",
      ),
    )
  if (isStandby)
    findings.push(wrong('database', 'DATABASE_URL leads to a standby, which takes no writes', 'name the primary'))
  return findings.length === 0 ? [fine('database', `PostgreSQL ${version} answers, ${encoding}`)] : findings
}

/** Judges by how many milliseconds the clock of the database is ahead of this computer's. */
export function judgeClocks(aheadMs: number): Finding {
  const seconds = Math.abs(Math.round(aheadMs / 1_000))
  const text = `the database's clock is ${seconds} s ${aheadMs < 0 ? 'behind' : 'ahead of'} this computer's`
  if (seconds >= TOO_FAR_S) return wrong('clocks', text, 'keep both by NTP')
  if (seconds >= NOTICEABLE_S) return doubtful('clocks', text, 'keep both by NTP')
  return fine('clocks', 'the database and this computer tell the same time')
}

/** Judges whether the connections that the database allows are enough for so many processes. */
export function judgeConnections({ maxConnections }: DatabaseFacts, processes: number, ways: WaysToDatabase): Finding {
  const needed = connectionsOfProcess(ways) * processes
  const text = `${processes} ${processes === 1 ? 'process takes' : 'processes take'} up to ${needed} of ${maxConnections} connections`
  if (needed > maxConnections)
    return wrong(
      'connections',
      text,
      'raise max_connections, lower WEB_CONCURRENCY, or put PgBouncer between (docs/scaling.md)',
    )
  const nodes = Math.floor(maxConnections / needed)
  return fine('connections', `${text}: room for ${nodes} such ${nodes === 1 ? 'node' : 'nodes'}`)
}

/** Judges what the two roles may do: the application's, and the one that migrates, which may be the same. */
export function judgeRights(app: DatabaseFacts, { role, canCreate, trigrams }: DatabaseFacts): Finding[] {
  const findings: Finding[] = []
  if (!app.canRead)
    findings.push(
      wrong(
        'rights',
        `the role ${app.role} may not read the tables`,
        `set DATABASE_OWNER_URL for ${MIGRATE}, which gives it what it needs`,
      ),
    )
  if (app.isSuperuser && app.role !== role)
    findings.push(
      wrong(
        'rights',
        `the role ${app.role} of DATABASE_URL is a superuser, so that no right binds it`,
        'give the application a role of its own',
      ),
    )
  if (!canCreate)
    findings.push(
      wrong(
        'rights',
        `the role ${role} may not create tables: no migration can run`,
        `as the owner of the database: grant create on database … to ${role}; grant create on schema public to ${role}. Or name a role that may by DATABASE_OWNER_URL`,
      ),
    )
  if (trigrams === 'missing')
    findings.push(
      wrong(
        'extension',
        'the server has no pg_trgm, which searches need',
        'install the contrib package of PostgreSQL (postgresql-contrib)',
      ),
    )
  if (findings.length > 0) return findings
  return [fine('rights', `${role} may create tables; pg_trgm is ${trigrams}`)]
}

/** Judges what a variable for a standby leads to. @param facts why it could not be looked at, where it is a text */
export function judgeStandby(variable: string, facts: DatabaseFacts | string): Finding {
  if (typeof facts === 'string') return doubtful('standby', facts, 'all is read from the primary until it answers')
  return facts.isStandby
    ? fine('standby', `${variable} leads to a standby`)
    : wrong(
        'standby',
        `${variable} leads to a server that is no standby`,
        'name a standby of the same database, or leave it away',
      )
}

async function judgeMigrations(
  { databaseUrl, isLocal }: DatabaseSettings,
  { newestMigration, strangers }: DatabaseFacts,
): Promise<Finding> {
  const lacking = (text: string) =>
    isLocal ? doubtful('migrations', text, 'npm start sees to it') : wrong('migrations', text, MIGRATE)
  if (newestMigration === null)
    return strangers > 0
      ? wrong(
          'migrations',
          `the database holds ${strangers} tables of something else and nothing of this`,
          'name a database of its own by DATABASE_URL',
        )
      : lacking('the database is empty')
  const pending = await pendingMigrations(databaseUrl)
  if (pending > 0) return lacking(`the database lacks ${pending} of this build`)
  return latestMigration(Number(newestMigration)) === null
    ? doubtful(
        'migrations',
        'the database was migrated by a newer build than this',
        'run that build; this one is for the way back only',
      )
    : fine('migrations', 'the database is up to date')
}

/** @returns why it could not, where it could not, with the variable that names the database */
async function look(variable: string, url: string): Promise<DatabaseFacts | string> {
  let client: postgres.Sql | undefined
  let isTooLate = false
  const deadline = setTimeout(() => {
    isTooLate = true
    void client?.end({ timeout: 0 })
  }, DEADLINE_MS)
  try {
    client = openClient(url, {
      max: 1,
      // The deadline comes first.
      connect_timeout: DEADLINE_MS / 500,
      fetch_types: false,
      target_session_attrs: undefined,
    })
    const [facts] = await client.unsafe<DatabaseFacts[]>(FACTS)
    const [table] = await client.unsafe<{ name: string | null }[]>(
      `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
    )
    if (!facts) return 'nothing is known of it'
    if (!table?.name) return { ...facts, newestMigration: null }
    const [newest] = await client.unsafe<{ at: string | null }[]>(
      `select max(created_at)::text as at from drizzle.__drizzle_migrations`,
    )
    return { ...facts, newestMigration: newest?.at ?? null }
  } catch (error) {
    return isTooLate ? `where ${variable} leads to, nothing answers in time` : reasonOf(error, variable)
  } finally {
    clearTimeout(deadline)
    void client?.end({ timeout: 1 })
  }
}

/** Of what has no words of ours nothing is repeated but its code: it may quote the URL. */
function reasonOf(error: unknown, variable: string): string {
  const words = plainWords(error)
  return typeof words === 'string'
    ? words.replace(/\.$/, '').replace('DATABASE_URL', variable)
    : `what ${variable} leads to cannot be used (${(error as { code?: string }).code ?? 'unknown'})`
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
