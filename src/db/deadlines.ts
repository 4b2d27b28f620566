import postgres from 'postgres'
import { AppError } from '#lib/app-error.ts'

/** Longer than any statement may run in the database. */
const DEADLINE_MS = 4_000
/** Longer than any statement may run, too: where nothing was answered for so long, no connection is alive. */
const SILENCE_MS = 3_200

/** For so long connections that are replaced may finish what they are at, where some of them still answer, in seconds. */
const GRACE_S = 5

interface Recycling {
  /** Told when connections fell silent, or could not be made, and all of them are replaced. */
  onRecycle: () => void
}

/**
 * A postgres.js client whose every query and transaction answers or fails within a deadline.
 * postgres.js waits without limit for a free connection and on a half-open socket; here a query that is still queued is
 * taken out of the queue, a transaction that is late is rolled back, and a silent connection has the whole pool replaced.
 * So has one that cannot be made where a fresh pool makes its own: a pool is not trusted to recover by itself.
 * @throws {AppError} SERVICE_UNAVAILABLE from the query or transaction that missed its deadline
 */
export function withDeadlines(connect: () => postgres.Sql, { onRecycle }: Recycling) {
  let pool = connect()
  let heardAt = performance.now()
  let isTrying = false

  function replace(old: postgres.Sql, fresh: postgres.Sql, timeout: number) {
    pool = fresh
    heardAt = performance.now()
    // drizzle set these on the first pool; the next must read dates the same way.
    Object.assign(pool.options.parsers, old.options.parsers)
    Object.assign(pool.options.serializers, old.options.serializers)
    void old.end({ timeout }).catch(() => undefined)
    onRecycle()
  }

  function recycle(silent: postgres.Sql) {
    if (silent === pool) replace(silent, connect(), 0)
  }

  /** A database that takes no new connections leaves those there are as they are. */
  async function recycleIfFreshWorks(suspect: postgres.Sql) {
    if (isTrying || suspect !== pool) return
    isTrying = true
    const fresh = connect()
    const timer = setTimeout(() => void fresh.end({ timeout: 0 }), DEADLINE_MS)
    try {
      await fresh.unsafe('select 1')
      replace(suspect, fresh, GRACE_S)
    } catch {
      void fresh.end({ timeout: 0 }).catch(() => undefined)
    } finally {
      clearTimeout(timer)
      isTrying = false
    }
  }

  /** @param onMissed gives up the work; tells whether it was sent and may have met a silent connection */
  function inTime<T>(usedPool: postgres.Sql, settle: Settle<T>, onMissed: () => boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isSettled = false
      const timer = setTimeout(() => {
        reject(unavailable())
        const wasSent = onMissed()
        if (performance.now() - heardAt > SILENCE_MS) recycle(usedPool)
        // Others were answered, so it may only have waited for its turn. What has no answer by then will have none.
        else if (wasSent) setTimeout(() => !isSettled && recycle(usedPool), DEADLINE_MS).unref()
      }, DEADLINE_MS)
      const settled = (isAnswer: boolean) => {
        clearTimeout(timer)
        isSettled = true
        if (isAnswer) heardAt = performance.now()
      }
      settle(
        (value) => {
          settled(true)
          resolve(value)
        },
        (reason) => {
          settled(reason instanceof postgres.PostgresError)
          if (codeOf(reason) === 'CONNECT_TIMEOUT') void recycleIfFreshWorks(usedPool)
          reject(reason instanceof Error ? reason : new Error(String(reason)))
        },
      )
    })
  }

  function watched(usedPool: postgres.Sql, pending: ReturnType<postgres.Sql['unsafe']>) {
    const settle: Settle<Awaited<typeof pending>> = pending.then.bind(pending)
    // oxlint-disable-next-line unicorn/no-thenable -- a query is sent when it is awaited: here is where its time begins
    pending.then = (onFulfilled, onRejected) =>
      inTime(usedPool, settle, () => {
        const wasSent = 'state' in pending && pending.state !== null
        if (!wasSent) pending.cancel()
        return wasSent
      }).then(onFulfilled, onRejected)
    return pending
  }

  function begin<T>(work: Work<T>) {
    const usedPool = pool
    let isLate = false
    // The caller was told of the failure: nothing may be written any more.
    const refuseIfLate = () => {
      if (isLate) throw unavailable()
    }
    const inTransaction = (work: Work<T>) => async (connection: postgres.TransactionSql) => {
      refuseIfLate()
      const result = await work({
        unsafe: (...query: Query) => {
          refuseIfLate()
          return watched(usedPool, connection.unsafe(...query))
        },
        savepoint: (nested: Work<T>) => connection.savepoint(inTransaction(nested)),
      } as unknown as postgres.TransactionSql)
      refuseIfLate()
      return result
    }
    const transaction = usedPool.begin(inTransaction(work)) as Promise<T>
    return inTime(usedPool, transaction.then.bind(transaction), () => (isLate = true))
  }

  const client = {
    unsafe: (...query: Query) => watched(pool, pool.unsafe(...query)),
    begin,
    get options() {
      return pool.options
    },
  }
  // drizzle uses these three members of a postgres.js client, of a transaction `unsafe` and `savepoint`, and no other.
  return { client: client as unknown as postgres.Sql, close: () => pool.end({ timeout: 5 }) }
}

type Query = Parameters<postgres.Sql['unsafe']>
type Work<T> = (transaction: postgres.TransactionSql) => T | Promise<T>
type Settle<T> = (onFulfilled: (value: T) => void, onRejected: (reason: unknown) => void) => unknown

function codeOf(reason: unknown): unknown {
  return reason instanceof Error && 'code' in reason ? reason.code : undefined
}

function unavailable(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 })
}
