import { channel } from 'node:diagnostics_channel'
import { drizzle, type PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import type postgres from 'postgres'
import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { openClient } from './connect.ts'
import { POOL_SIZES } from './connection-counts.ts'
import { withCommitHooks } from './after-commit.ts'
import { countEvent, recordsMeasurements } from '#instrumentation/measure.server.ts'
import { withDeadlines } from './deadlines.ts'
import { observedClient } from './observed-client.ts'
import { findSandbox } from './sandbox.ts'
import * as schema from './schema.ts'

export type Database = PostgresJsDatabase<typeof schema>

/** The maximum run time of a statement in the database, in milliseconds. */
const STATEMENT_TIMEOUT_MS = 3_000

/**
 * The maximum wait of a transaction for its next statement, in milliseconds. Otherwise the locks of a disconnected client
 * would be held until TCP notices, which can take hours.
 */
const IDLE_IN_TRANSACTION_MS = 5_000

/** The maximum wait between two attempts to connect, in seconds. The driver's default is up to 20 s. */
const MAX_BACKOFF_S = 0.5

/** The maximum run time of a statement of background work, in milliseconds. */
const BACKGROUND_TIMEOUT_MS = 10 * 60_000

/** The maximum run time of a search, in milliseconds. Slower searches would slow down other users. */
const SEARCH_TIMEOUT_MS = 500

interface ConnectionSettings {
  /** The maximum run time of a statement, in milliseconds. */
  timeoutMs?: number
  /**
   * Whether the connections go through a pooler. A pooler assigns a database connection for one transaction, so connection
   * settings have no effect. The pooler refuses a statement timeout, so only `deadlines.ts` limits the time of statements.
   */
  isPooled?: boolean
}

/** Returns the options for all connections of the product. */
export function connectionOptions(
  max: number,
  { timeoutMs = STATEMENT_TIMEOUT_MS, isPooled = false }: ConnectionSettings = {},
): postgres.Options<Record<string, never>> {
  return {
    max,
    connect_timeout: 3,
    // drizzle prepares no statements, but the driver would prepare COMMIT. If the server has discarded that statement, the
    // driver would report a rolled back transaction as committed.
    prepare: false,
    backoff: (attempts) => Math.min(2 ** attempts / 100, MAX_BACKOFF_S),
    idle_timeout: 60,
    max_lifetime: 30 * 60,
    onnotice: () => undefined,
    connection: {
      application_name: appConfig.slug,
      timezone: 'UTC',
      ...(!isPooled && {
        statement_timeout: timeoutMs,
        idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      }),
    },
  }
}

/** Wraps a postgres.js client in drizzle. Scripts and tests pass their own clients. */
export function databaseOn(client: postgres.Sql): Database {
  return withCommitHooks(drizzle(client, { schema, casing: 'snake_case', logger: { logQuery: publishAndLogQuery } }))
}

const statementChannel = channel('app.statement')

// Logs each query without its text, so that the queries of a request can be counted. Tests subscribe to the statements.
function publishAndLogQuery(statement: string) {
  statementChannel.publish(statement)
  log.debug({ event: 'database.query', requestId: findCurrentRequest()?.id }, 'a query was sent')
}

/** A pool of connections to one database. */
export interface Pool {
  db: Database
  close: () => Promise<void>
}

let requestPool: Pool | undefined
let searchPool: Pool | undefined

/**
 * Returns the database of this process, or of the sandbox that the current work belongs to. Connects at the first query.
 * Every query succeeds or fails within its deadline.
 */
export function database(): Database {
  return findSandbox()?.db ?? mainDatabase()
}

/** Returns the database of this process, even for the work of a sandbox. */
export function mainDatabase(): Database {
  requestPool ??= openPool(environment().databaseUrl)
  return requestPool.db
}

/** Returns the database for searches: a few separate connections with a short time limit; in a sandbox, its own database. */
export function searchDatabase(): Database {
  const sandbox = findSandbox()
  if (sandbox) return sandbox.db
  searchPool ??= openPool(environment().databaseUrl, { purpose: 'searches' })
  return searchPool.db
}

/** Closes all connections once the running queries are done. */
export async function closeDatabase(): Promise<void> {
  await Promise.all([requestPool?.close(), searchPool?.close()])
  requestPool = undefined
  searchPool = undefined
}

interface PoolSettings {
  /** Whether to use any host of the URL, not only the host that accepts writes. */
  isAnyHost?: boolean
  /**
   * The purpose of the connections: requests, searches (with a short time limit), or a sandbox, which is never reached through
   * a pooler because it is temporary.
   */
  purpose?: 'requests' | 'searches' | 'sandbox'
}

/** Opens a separate pool of connections. Every query has a deadline; without a pooler, searches also have a shorter limit. */
export function openPool(databaseUrl: string, { isAnyHost = false, purpose = 'requests' }: PoolSettings = {}): Pool {
  // The pool for searches is small, so that searches leave the other connections of the database free.
  const size = POOL_SIZES[purpose]
  const options = {
    ...connectionOptions(size, {
      isPooled: environment().isPooled && purpose !== 'sandbox',
      ...(purpose === 'searches' && { timeoutMs: SEARCH_TIMEOUT_MS }),
    }),
    ...(isAnyHost && { target_session_attrs: undefined }),
  }
  const pool = withDeadlines(() => openClient(databaseUrl, options), {
    onMissed: () => countEvent('app.db.deadlines_missed'),
    onRecycle: () => {
      countEvent('app.db.pools_recycled')
      log.error({ event: 'database.pool_recycled' }, 'queries missed their deadline; all connections are replaced')
    },
  })
  const name = `${isAnyHost ? 'standby' : 'primary'}${purpose === 'requests' ? '' : `-${purpose}`}`
  const client = recordsMeasurements() ? observedClient(pool.client, { name, size }) : pool.client
  return { db: databaseOn(client), close: pool.close }
}

/** Runs work on a separate connection without the deadlines of requests: each statement can take `timeoutMs`. */
export async function withSeparateConnection<T>(
  databaseUrl: string,
  timeoutMs: number,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const client = openClient(databaseUrl, connectionOptions(1, { timeoutMs }))
  try {
    return await work(databaseOn(client))
  } finally {
    await client.end({ timeout: 5 })
  }
}

/** Runs background work on a separate direct connection, without the deadlines of requests. */
export function withBackgroundDatabase<T>(work: (db: Database) => Promise<T>): Promise<T> {
  return withSeparateConnection(findSandbox()?.url ?? environment().databaseDirectUrl, BACKGROUND_TIMEOUT_MS, work)
}
