import type postgres from 'postgres'
import { AppError } from '#lib/app-error.ts'

/** Longer than any statement may run in the database, so what misses it is a connection that answers no more. */
const DEADLINE_MS = 4_000

interface Recycling {
  /** Told when a connection fell silent and all of them are replaced. */
  onRecycle: () => void
}

/**
 * A postgres.js client whose every query and transaction answers or fails within a deadline.
 * postgres.js waits without limit for a free connection and on a half-open socket; here a query that is still queued is
 * taken out of the queue, and one that was sent and not answered has the whole pool replaced.
 * @throws {AppError} SERVICE_UNAVAILABLE from the query that missed its deadline
 */
export function withDeadlines(connect: () => postgres.Sql, { onRecycle }: Recycling) {
  let pool = connect()

  function recycle(silent: postgres.Sql) {
    if (silent !== pool) return
    pool = connect()
    // drizzle set these on the first pool; the next must read dates the same way.
    Object.assign(pool.options.parsers, silent.options.parsers)
    Object.assign(pool.options.serializers, silent.options.serializers)
    void silent.end({ timeout: 0 }).catch(() => undefined)
    onRecycle()
  }

  function unsafe(...query: Parameters<postgres.Sql['unsafe']>) {
    const usedPool = pool
    const pending = usedPool.unsafe(...query)
    const settle: Settle<Awaited<typeof pending>> = pending.then.bind(pending)
    // oxlint-disable-next-line unicorn/no-thenable -- a query is sent when it is awaited: here is where its time begins
    pending.then = (onFulfilled, onRejected) =>
      withinDeadline(settle, () => {
        const wasSent = 'state' in pending && pending.state !== null
        if (wasSent) recycle(usedPool)
        else pending.cancel()
      }).then(onFulfilled, onRejected)
    return pending
  }

  function begin<T>(work: (transaction: postgres.TransactionSql) => T | Promise<T>) {
    const usedPool = pool
    let isLate = false
    const transaction = usedPool.begin((connection) => {
      // Granted a connection after the caller was told of the failure: nothing may be written any more.
      if (isLate) throw new AppError('SERVICE_UNAVAILABLE')
      return work(connection)
    })
    return withinDeadline(transaction.then.bind(transaction), () => {
      isLate = true
      recycle(usedPool)
    })
  }

  const client = {
    unsafe,
    begin,
    get options() {
      return pool.options
    },
  }
  // drizzle uses these three members of a postgres.js client and no other.
  return { client: client as unknown as postgres.Sql, close: () => pool.end({ timeout: 5 }) }
}

type Settle<T> = (onFulfilled: (value: T) => void, onRejected: (reason: unknown) => void) => unknown

function withinDeadline<T>(settle: Settle<T>, onMissed: () => void): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 }))
      onMissed()
    }, DEADLINE_MS)
    settle(
      (value) => {
        clearTimeout(timer)
        resolve(value)
      },
      (reason) => {
        clearTimeout(timer)
        reject(reason instanceof Error ? reason : new Error(String(reason)))
      },
    )
  })
}
