import pg from 'pg'

/** Longer than the queue's statements take; a connection that says nothing for so long is given up, in milliseconds. */
const SILENCE_MS = 5_000
/** For so long a connection may take to be made, in milliseconds. */
const CONNECT_MS = 3_000
/** For a write to a server that has become a standby. */
const READ_ONLY = '25006'

/**
 * Opens the connections of the job queue, which has a driver of its own. That one waits without limit for a connection
 * and for an answer, and hands out again a connection that is silent or leads to a standby; here such a connection ends.
 */
export function openWorkerPool(
  databaseUrl: string,
  max: number,
  { silenceMs = SILENCE_MS, connectMs = CONNECT_MS } = {},
): pg.Pool {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max,
    application_name: 'latchkey-worker',
    connectionTimeoutMillis: connectMs,
    query_timeout: silenceMs,
    keepAlive: true,
    maxLifetimeSeconds: 30 * 60,
  })
  // Without a listener they would end the process; whoever uses the connection is told besides.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.on('error', () => undefined)
    endWhenUseless(client)
  })
  return pool
}

/** Where a query is late, the driver says so and waits on: what is asked next over that connection would wait behind it. */
function endWhenUseless(client: pg.PoolClient) {
  const ask = client.query.bind(client) as (...query: unknown[]) => unknown
  const askAndWatch = (...query: unknown[]) => {
    const answer = ask(...query)
    if (answer instanceof Promise) answer.catch((error: unknown) => isUseless(error) && end(client))
    return answer
  }
  Object.assign(client, { query: askAndWatch })
}

function isUseless(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.message === 'Query read timeout' || ('code' in error && error.code === READ_ONLY)
}

/** At once: a query is under way still, as far as the driver knows. */
function end(client: pg.PoolClient) {
  void (client as unknown as pg.Client).end().catch(() => undefined)
}
