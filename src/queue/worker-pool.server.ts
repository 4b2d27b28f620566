import pg from 'pg'
import { appConfig } from '#app.config'

/** Milliseconds to wait for a response before a connection is closed. The queue's statements take less. */
const MAX_SILENCE_MS = 5_000
/** Milliseconds that opening a connection can take. */
const CONNECT_MS = 3_000
/** The SQLSTATE of a write to a server that has become a standby. */
const READ_ONLY_ERROR = '25006'

/**
 * Opens the connections of the job queue, which has its own driver. By default that driver waits without limit for connections
 * and responses, and reuses connections that do not respond or lead to a standby. Here such connections are closed.
 */
export function openWorkerPool(
  databaseUrl: string,
  max: number,
  { silenceMs = MAX_SILENCE_MS, connectMs = CONNECT_MS } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: `${appConfig.slug}-worker`,
    connectionTimeoutMillis: connectMs,
    query_timeout: silenceMs,
    keepAlive: true,
    maxLifetimeSeconds: 30 * 60,
  })
  // Without a listener an error would end the process. The user of the connection gets the error anyway.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenUseless(client)
  })
  return pool
}

/** Closes a connection after a timeout or a write to a standby. Otherwise later queries would wait behind the unanswered one. */
function endWhenUseless(client: pg.PoolClient) {
  const ask = client.query.bind(client) as (...query: unknown[]) => unknown
  const askAndWatch = (...query: unknown[]) => {
    const answer = ask(...query)
    if (answer instanceof Promise) answer.catch((error: unknown) => isUseless(error) && closeWithoutWaiting(client))
    return answer
  }
  Object.assign(client, { query: askAndWatch })
}

function isUseless(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY_ERROR)
}

/** Closes a connection, but does not await its end, because the driver would wait for the unanswered query. */
function closeWithoutWaiting(client: pg.PoolClient) {
  void (client as unknown as pg.Client).end().catch(() => undefined)
}
