import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import postgres from 'postgres'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { withDeadlines } from './deadlines.ts'
import * as schema from './schema.ts'

export type Database = PostgresJsDatabase<typeof schema>

/** The longest a statement may run in the database before it gives up, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 3_000

/** The longest to wait between two tries to connect, in seconds. The driver's own goes up to 20 s. */
const LONGEST_BACKOFF_S = 0.5

/** Options every connection of the product is opened with. */
export function connectionOptions(max: number): postgres.Options<Record<string, never>> {
  return {
    max,
    connect_timeout: 3,
    // drizzle prepares nothing; the driver would prepare COMMIT, and take a rolled back transaction for a committed one
    // where the server has forgotten it.
    prepare: false,
    backoff: (attempts) => Math.min(2 ** attempts / 100, LONGEST_BACKOFF_S),
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    onnotice: () => undefined,
    connection: { application_name: 'latchkey', statement_timeout: STATEMENT_TIMEOUT_MS, timezone: 'UTC' },
  }
}

/** Wraps a postgres.js client for queries; for scripts and tests that hold a connection of their own. */
export function databaseOn(client: postgres.Sql): Database {
  return drizzle(client, { schema, casing: 'snake_case', logger: { logQuery } })
}

// That there was one, to be counted for each request; never what it said.
function logQuery() {
  log.debug({ event: 'database.query', requestId: findCurrentRequest()?.id })
}

let shared: { db: Database; close: () => Promise<void> } | undefined

/** The database of this process, connected at the first query. Every query answers or fails within its deadline. */
export function database(): Database {
  shared ??= open()
  return shared.db
}

/** Ends all connections after the queries under way. */
export async function closeDatabase(): Promise<void> {
  await shared?.close()
  shared = undefined
}

function open() {
  const pool = withDeadlines(() => postgres(environment().databaseUrl, connectionOptions(10)), {
    onRecycle: () =>
      log.error({ event: 'database.pool_recycled' }, 'queries missed their deadline: opening fresh connections'),
  })
  return { db: databaseOn(pool.client), close: pool.close }
}
