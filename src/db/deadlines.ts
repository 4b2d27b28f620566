import { AsyncLocalStorage } from 'node:async_hooks'
import postgres from 'postgres'
import { AppError } from '#lib/app-error.ts'

/** Longer than any statement may run in the database. */
const DEADLINE_MS = 4_000
/** Longer than any statement may run, too: where nothing was answered for so long, no connection is alive. */
const SILENCE_MS = 3_200

/** For so long connections that are replaced may finish what they are at, where some of them still answer, in seconds. */
const GRACE_S = 5

/** For a write to a server that has become a standby: its name or address may lead to another one by now. */
const READ_ONLY = '25006'
/** What shall work on a fresh connection before it takes the place of a pool that failed like that. */
const PROOFS: Record<string, string> = {
  CONNECT_TIMEOUT: 'select 1',
  [READ_ONLY]: `select 1 / (current_setting('transaction_read_only') = 'off')::int`,
}
/** For so long silent connections are kept, in seconds: a pooler ends no statement of who has hung up. */
const FAREWELL_S = 1

const cancellation = new AsyncLocalStorage<AbortSignal>()

/** Runs `work` so that its queries end in the database too when the signal says that nobody waits for them any more. */
export function cancelledBy<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return cancellation.run(signal, work)
}

interface Limits {
  /** For how long a query or transaction may take, in milliseconds. */
  deadlineMs?: number
  /** After how long without an answer no connection is taken for alive, in milliseconds. */
  silenceMs?: number
}

interface Recycling {
  /** Told when connections fell silent, or could not be made, and all of them are replaced. */
  onRecycle: () => void
  /** Told of each query or transaction that is given up. */
  onMissed?: () => void
}

/**
 * A postgres.js client whose every query and transaction answers or fails within a deadline.
 * postgres.js waits without limit for a free connection and on a half-open socket; here a query that is still queued is
 * taken out of the queue, one that was sent is ended in the database, a transaction that is late is rolled back, and a
 * silent connection has the whole pool replaced.
 * So has one that cannot be made, or takes no writes, where a fresh pool does: a pool is not trusted to recover by itself.
 * @throws {AppError} SERVICE_UNAVAILABLE from the query or transaction that missed its deadline
 */
export function withDeadlines(
  connect: () => postgres.Sql,
  { onRecycle, onMissed }: Recycling,
  { deadlineMs = DEADLINE_MS, silenceMs = SILENCE_MS }: Limits = {},
) {
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
    if (silent === pool) replace(silent, connect(), FAREWELL_S)
  }

  /** A database that takes no new connections leaves those there are as they are. */
  async function recycleIfFreshWorks(suspect: postgres.Sql, proof: string) {
    if (isTrying || suspect !== pool) return
    isTrying = true
    const fresh = connect()
    const timer = setTimeout(() => void fresh.end({ timeout: 0 }), deadlineMs)
    try {
      await fresh.unsafe(proof)
      replace(suspect, fresh, GRACE_S)
    } catch {
      void fresh.end({ timeout: 0 }).catch(() => undefined)
    } finally {
      clearTimeout(timer)
      isTrying = false
    }
  }

  /** @param giveUp gives up the work; tells whether it was sent and may have met a silent connection */
  function inTime<T>(usedPool: postgres.Sql, settle: Settle<T>, giveUp: () => boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isSettled = false
      const timer = setTimeout(() => {
        reject(unavailable())
        const wasSent = giveUp()
        onMissed?.()
        if (performance.now() - heardAt > silenceMs) recycle(usedPool)
        // Others were answered, so it may only have waited for its turn. What has no answer by then will have none.
        else if (wasSent) setTimeout(() => !isSettled && recycle(usedPool), deadlineMs).unref()
      }, deadlineMs)
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
          const proof = PROOFS[codeOf(reason)]
          if (proof !== undefined) void recycleIfFreshWorks(usedPool, proof)
          reject(reason instanceof Error ? reason : new Error(String(reason)))
        },
      )
    })
  }

  function watched(usedPool: postgres.Sql, pending: ReturnType<postgres.Sql['unsafe']>) {
    const settle: Settle<Awaited<typeof pending>> = pending.then.bind(pending)
    const signal = cancellation.getStore()
    const cancel = () => cancelQuietly(pending)
    // oxlint-disable-next-line unicorn/no-thenable -- a query is sent when it is awaited: here is where its time begins
    pending.then = (onFulfilled, onRejected) => {
      if (signal?.aborted) cancel()
      signal?.addEventListener('abort', cancel)
      return inTime(usedPool, settle, () => {
        const wasSent = 'state' in pending && pending.state !== null
        cancel()
        return wasSent
      })
        .finally(() => signal?.removeEventListener('abort', cancel))
        .then(onFulfilled, onRejected)
    }
    return pending
  }

  function begin<T>(work: Work<T>) {
    const usedPool = pool
    let isLate = false
    let newest: ReturnType<postgres.Sql['unsafe']> | undefined
    // The caller was told of the failure: nothing may be written any more.
    const refuseIfLate = () => {
      if (isLate) throw unavailable()
    }
    const inTransaction = (work: Work<T>) => async (connection: postgres.TransactionSql) => {
      refuseIfLate()
      const result = await work({
        unsafe: (...query: Query) => {
          refuseIfLate()
          newest = watched(usedPool, connection.unsafe(...query))
          return newest
        },
        savepoint: (nested: Work<T>) => connection.savepoint(inTransaction(nested)),
      } as unknown as postgres.TransactionSql)
      refuseIfLate()
      return result
    }
    const transaction = usedPool.begin(inTransaction(work)) as Promise<T>
    return inTime(usedPool, transaction.then.bind(transaction), () => {
      isLate = true
      if (newest) cancelQuietly(newest)
      return true
    })
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

/** As the driver's own `cancel`, which leaves nobody to catch what fails when it asks the database to end the query. */
function cancelQuietly(pending: object) {
  const query = pending as { canceller?: ((query: object) => Promise<unknown>) | null }
  query.canceller?.(pending).catch(() => undefined)
  query.canceller = null
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : ''
}

function unavailable(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 })
}
