import { channel } from 'node:diagnostics_channel'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { openClient } from './connect.ts'
import { POOL_SIZES } from './connection-counts.ts'
import { withCommitHooks } from './after-commit.ts'
import { count, isMeasured } from '#instrumentation/measure.server.ts'
import { withDeadlines } from './deadlines.ts'
import { observedClient } from './observed-client.ts'
import { findSandbox } from './sandbox.ts'
import * as schema from './schema.ts'

export type Database = PostgresJsDatabase<typeof schema>

/** The longest a statement may run in the database before it gives up, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 3_000

/**
 * The longest that a transaction may wait for its next statement, in milliseconds. The locks of a client that was cut off
 * would be held for as long as TCP takes to notice: hours.
 */
const IDLE_IN_TRANSACTION_MS = 5_000

/** The longest to wait between two tries to connect, in seconds. The driver's own goes up to 20 s. */
const LONGEST_BACKOFF_S = 0.5

/** The longest that a search may run: what takes longer is not worth what it takes from others. */
const SEARCH_TIMEOUT_MS = 500

interface ConnectionSettings {
  /** The longest a statement may run, in milliseconds. */
  timeoutMs?: number
  /**
   * Whether a pooler is between, which lends a connection of the database for one transaction: what belongs to a connection
   * has no meaning there. Poolers refuse a time limit for statements, and `deadlines.ts` alone sets one.
   */
  isPooled?: boolean
}

/** Options every connection of the product is opened with. */
export function connectionOptions(
  max: number,
  { timeoutMs = STATEMENT_TIMEOUT_MS, isPooled = false }: ConnectionSettings = {},
): postgres.Options<Record<string, never>> {
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
    connection: {
      application_name: 'latchkey',
      timezone: 'UTC',
      ...(!isPooled && {
        statement_timeout: timeoutMs,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
    },
  }
}

/** Wraps a postgres.js client for queries; for scripts and tests that hold a connection of their own. */
export function databaseOn(client: postgres.Sql): Database {
  return withCommitHooks(drizzle(client, { schema, casing: 'snake_case', logger: { logQuery } }))
}

const statements = channel('latchkey.statement')

// That there was one, to be counted for each request; never what it said. Tests look at each statement.
function logQuery(statement: string) {
  statements.publish(statement)
  log.debug({ event: 'database.query', requestId: findCurrentRequest()?.id })
}

/** Connections to one database. */
export interface Pool {
  db: Database
  close: () => Promise<void>
}

let shared: Pool | undefined
let sharedBySearches: Pool | undefined

/**
 * The database of this process, connected at the first query, or that of the sandbox that the work under way belongs to.
 * Every query answers or fails within its deadline.
 */
export function database(): Database {
  return findSandbox()?.db ?? mainDatabase()
}

/** The database of this process, whoever asks. */
export function mainDatabase(): Database {
  shared ??= openPool(environment().databaseUrl)
  return shared.db
}

/** The database for searches, by a few connections of their own on which nothing runs for long; sandboxes have no rows for that. */
export function searchDatabase(): Database {
  const sandbox = findSandbox()
  if (sandbox) return sandbox.db
  sharedBySearches ??= openPool(environment().databaseUrl, { purpose: 'searches' })
  return sharedBySearches.db
}

/** Ends all connections after the queries under way. */
export async function closeDatabase(): Promise<void> {
  await Promise.all([shared?.close(), sharedBySearches?.close()])
  shared = undefined
  sharedBySearches = undefined
}

interface PoolSettings {
  /** Whether each host of the URL will do, not only the one that takes writes. */
  isAnyHost?: boolean
  /**
   * What the connections are for: requests, searches, on which nothing runs for long, or a sandbox, which no pooler knows, for
   * it comes and goes.
   */
  purpose?: 'requests' | 'searches' | 'sandbox'
}

/** Opens connections of their own, with the deadlines of requests. */
export function openPool(databaseUrl: string, { isAnyHost = false, purpose = 'requests' }: PoolSettings = {}): Pool {
  // So many searches leave the other connections to whoever does not search.
  const size = POOL_SIZES[purpose]
  const options = {
    ...connectionOptions(size, {
      isPooled: environment().isPooled && purpose !== 'sandbox',
      ...(purpose === 'searches' && { timeoutMs: SEARCH_TIMEOUT_MS }),
    }),
    ...(isAnyHost && { target_session_attrs: undefined }),
  }
  const pool = withDeadlines(() => openClient(databaseUrl, options), {
    onMissed: () => count('latchkey.db.deadlines_missed'),
    onRecycle: () => {
      count('latchkey.db.pools_recycled')
      log.error({ event: 'database.pool_recycled' }, 'queries missed their deadline: opening fresh connections')
    },
  })
  const name = `${isAnyHost ? 'standby' : 'primary'}${purpose === 'requests' ? '' : `-${purpose}`}`
  const client = isMeasured() ? observedClient(pool.client, { name, size }) : pool.client
  return { db: databaseOn(client), close: pool.close }
}
