import { AsyncLocalStorage } from 'node:async_hooks'
import postgres from 'postgres'
import { AppError } from '#lib/app-error.ts'

/** The default deadline of queries, in milliseconds; longer than the statement timeout in the database. */
const DEADLINE_MS = 4_000
/** Milliseconds without a response until all connections count as dead; longer than the statement timeout, too. */
const MAX_SILENCE_MS = 3_200

/** Seconds for replaced connections to finish their queries, if some of these connections still respond. */
const GRACE_S = 5

/** The error code of a write to a server that has become a standby. Its hostname might already point to another server. */
const READ_ONLY_ERROR = '25006'
/** The statements that must succeed on a fresh pool before it replaces the old one, by the error code of the old pool. */
const PROBE_QUERIES: Record<string, string> = {
  CONNECT_TIMEOUT: 'select 1',
  [READ_ONLY_ERROR]: `select 1 / (current_setting('transaction_read_only') = 'off')::int`,
}
/** Seconds until silent connections are closed. Before, their statements are canceled, because a pooler would continue them. */
const CLOSE_TIMEOUT_S = 1

const cancellationSignal = new AsyncLocalStorage<AbortSignal>()

/** Runs `work` so that its queries are also canceled in the database when the signal is aborted. */
export function runCancellably<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  return cancellationSignal.run(signal, work)
}

interface DeadlineLimits {
  /** The maximum duration of a query or transaction, in milliseconds. */
  deadlineMs?: number
  /** Milliseconds without a response until all connections count as dead. */
  silenceMs?: number
}

interface PoolRecycling {
  /** Called when all connections are replaced: they did not respond, could not be opened or refused writes. */
  onRecycle: () => void
  /** Called for each query or transaction that misses its deadline. */
  onMissed?: () => void
}

/**
 * Creates a postgres.js client whose queries and transactions always succeed or fail within a deadline.
 * postgres.js itself waits without limit for a free connection and on a half-open socket. After the deadline, a queued query
 * is removed from the queue, a sent query is canceled in the database, and a transaction is rolled back. If a connection does
 * not respond, the whole pool is replaced. If a connection cannot be opened or refuses writes, the pool is replaced when a
 * fresh pool works, because the driver's pool might not recover by itself.
 * @throws {AppError} SERVICE_UNAVAILABLE from the query or transaction that missed its deadline
 */
export function withDeadlines(
  connect: () => postgres.Sql,
  { onRecycle, onMissed }: PoolRecycling,
  { deadlineMs = DEADLINE_MS, silenceMs = MAX_SILENCE_MS }: DeadlineLimits = {},
) {
  let pool = connect()
  let heardAt = performance.now()
  let isTrying = false

  function replace(old: postgres.Sql, fresh: postgres.Sql, timeout: number) {
    pool = fresh
    heardAt = performance.now()
    // drizzle has changed these options of the first pool, and the next pool must read and write dates the same way.
    Object.assign(pool.options.parsers, old.options.parsers)
    Object.assign(pool.options.serializers, old.options.serializers)
    void old.end({ timeout }).catch(() => undefined)
    onRecycle()
  }

  function recycle(silent: postgres.Sql) {
    if (silent === pool) replace(silent, connect(), CLOSE_TIMEOUT_S)
  }

  /** Replaces the pool if a fresh pool works. If the database accepts no new connections, the old pool remains in use. */
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

  /** Applies the deadline to work. @param giveUp cancels the work, and returns whether it was sent to the database */
  function inTime<T>(usedPool: postgres.Sql, settle: ThenMethod<T>, giveUp: () => boolean): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let isSettled = false
      const timer = setTimeout(() => {
        reject(unavailableError())
        const wasSent = giveUp()
        onMissed?.()
        if (performance.now() - heardAt > silenceMs) recycle(usedPool)
        // Other queries got responses, so this one might wait behind them. If it still gets none, its connection is dead.
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
          const proof = PROBE_QUERIES[codeOf(reason)]
          if (proof !== undefined) void recycleIfFreshWorks(usedPool, proof)
          reject(reason instanceof Error ? reason : new Error(String(reason)))
        },
      )
    })
  }

  function cancelAtDeadline(usedPool: postgres.Sql, pending: ReturnType<postgres.Sql['unsafe']>) {
    const settle: ThenMethod<Awaited<typeof pending>> = pending.then.bind(pending)
    const signal = cancellationSignal.getStore()
    const cancel = () => cancelQuietly(pending)
    // oxlint-disable-next-line unicorn/no-thenable -- a query is sent when it is awaited, so its time begins here
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

  function beginWithDeadline<T>(work: TransactionWork<T>) {
    const usedPool = pool
    let isLate = false
    let newest: ReturnType<postgres.Sql['unsafe']> | undefined
    // After the deadline the caller already has the error, so the transaction must not send further statements.
    const refuseIfLate = () => {
      if (isLate) throw unavailableError()
    }
    const inTransaction = (work: TransactionWork<T>) => async (connection: postgres.TransactionSql) => {
      refuseIfLate()
      const result = await work({
        unsafe: (...query: Query) => {
          refuseIfLate()
          newest = cancelAtDeadline(usedPool, connection.unsafe(...query))
          return newest
        },
        savepoint: (nested: TransactionWork<T>) => connection.savepoint(inTransaction(nested)),
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
    unsafe: (...query: Query) => cancelAtDeadline(pool, pool.unsafe(...query)),
    begin: beginWithDeadline,
    get options() {
      return pool.options
    },
  }
  // drizzle uses only these three members of a postgres.js client, and only `unsafe` and `savepoint` of a transaction.
  return { client: client as unknown as postgres.Sql, close: () => pool.end({ timeout: 5 }) }
}

type Query = Parameters<postgres.Sql['unsafe']>
type TransactionWork<T> = (transaction: postgres.TransactionSql) => T | Promise<T>
type ThenMethod<T> = (onFulfilled: (value: T) => void, onRejected: (reason: unknown) => void) => unknown

/** Cancels a query like the driver's own `cancel`, but also catches the error of a failed cancel request. */
function cancelQuietly(pending: object) {
  const query = pending as { canceller?: ((query: object) => Promise<unknown>) | null }
  query.canceller?.(pending).catch(() => undefined)
  query.canceller = null
}

function codeOf(reason: unknown): string {
  return reason instanceof Error && 'code' in reason ? String(reason.code) : ''
}

function unavailableError(): AppError {
  return new AppError('SERVICE_UNAVAILABLE', { retryAfterSeconds: 5 })
}
