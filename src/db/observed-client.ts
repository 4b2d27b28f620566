import type postgres from 'postgres'
import { inSpan, observeMetric, recordDuration } from '#instrumentation/measure.server.ts'

/** Matches the first word of a statement. All other statements are counted as `OTHER`. */
const SQL_OPERATION = /^\s*(?:\/\*.*?\*\/\s*)?(select|insert|update|delete|with|set|listen|truncate)\b/i

/**
 * Wraps a postgres.js client for drizzle, and measures its queries and transactions: the duration of each, and how many are in
 * progress compared with the size of the pool.
 */
export function observedClient(client: postgres.Sql, { name, size }: { name: string; size: number }): postgres.Sql {
  let underWay = 0
  const pool = { 'db.client.connection.pool.name': name }
  observeMetric('db.client.connection.count', () => [
    [Math.min(underWay, size), { ...pool, 'db.client.connection.state': 'used' }],
    [Math.max(size - underWay, 0), { ...pool, 'db.client.connection.state': 'idle' }],
  ])
  observeMetric('db.client.connection.max', () => [[size, pool]])
  observeMetric('db.client.connection.pending_requests', () => [[Math.max(underWay - size, 0), pool]])

  async function counted<T>(work: () => Promise<T>): Promise<T> {
    underWay += 1
    try {
      return await work()
    } finally {
      underWay -= 1
    }
  }

  function measureQuery<T>(text: string, work: () => Promise<T>): Promise<T> {
    const operation = SQL_OPERATION.exec(text)?.[1]?.toUpperCase() ?? 'OTHER'
    const startedAt = performance.now()
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation }
    return inSpan(operation, { ...attributes, 'db.query.text': text }, async () => {
      try {
        return await work()
      } finally {
        recordDuration('db.client.operation.duration', (performance.now() - startedAt) / 1_000, attributes)
      }
    })
  }

  /** Measures a query from the time when it is awaited, because it is sent only then. */
  function measured(query: Query, pending: PendingQuery, around: typeof counted): PendingQuery {
    const settle = pending.then.bind(pending)
    const send = () => new Promise<Awaited<PendingQuery>>((resolve, reject) => void settle(resolve, reject))
    // oxlint-disable-next-line unicorn/no-thenable -- a query is sent when it is awaited, as in deadlines.ts
    pending.then = (onFulfilled, onRejected) => around(() => measureQuery(query[0], send)).then(onFulfilled, onRejected)
    return pending
  }

  const inTransaction = (connection: postgres.TransactionSql) =>
    ({
      unsafe: (...query: Query) => measured(query, connection.unsafe(...query), (work) => work()),
      savepoint: (nested: TransactionWork) => connection.savepoint((inner) => nested(inTransaction(inner))),
    }) as unknown as postgres.TransactionSql

  const watched = {
    unsafe: (...query: Query) => measured(query, client.unsafe(...query), counted),
    begin: (work: TransactionWork) => counted(() => client.begin((connection) => work(inTransaction(connection)))),
    get options() {
      return client.options
    },
  }
  return watched as unknown as postgres.Sql
}

type Query = Parameters<postgres.Sql['unsafe']>
type PendingQuery = ReturnType<postgres.Sql['unsafe']>
type TransactionWork = (transaction: postgres.TransactionSql) => Promise<unknown>
