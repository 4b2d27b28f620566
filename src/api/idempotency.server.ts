import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { idempotencyKey } from '#db/schema.ts'
import { inTransaction } from '#service/service-context.server.ts'
import type { ApiContext } from './operation.ts'
import { ApiProblem } from './problem.server.ts'

/** The longest that a caller may name a request by. */
const LONGEST_KEY = 255
const KEY = /^[\x21-\x7E]+$/

/** An answer as it is sent, and kept for who asks again. */
export interface KeptAnswer {
  status: number
  headers: Record<string, string>
  /** Null for none. */
  body: string | null
}

interface NamedRequest {
  /** The Idempotency-Key. */
  key: string
  /** What makes it the same request: method, path and body. */
  request: string[]
}

/**
 * Makes a change at most once for a name that the caller gave it: who asks again gets the answer of the first time. The answer
 * is kept in the transaction of the change, so that both are there or neither, whenever the process dies; what was refused
 * is not kept, and may be tried again.
 * @throws {ApiProblem} INVALID_INPUT, IDEMPOTENCY_KEY_REUSED for another request; IDEMPOTENCY_KEY_IN_USE while the first is under way
 */
export async function answerOnce(
  context: ApiContext,
  { key, request }: NamedRequest,
  change: (context: ApiContext) => Promise<KeptAnswer>,
): Promise<KeptAnswer> {
  if (key.length > LONGEST_KEY || !KEY.test(key))
    throw new ApiProblem('INVALID_INPUT', { errors: [{ field: 'Idempotency-Key', code: 'validation.invalid' }] })
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  return inTransaction(context, [], async (context) => {
    const { db, session } = context
    await holdKey(context, key)
    const named = and(eq(idempotencyKey.apiKeyId, session.id), eq(idempotencyKey.key, key))
    const [kept] = await db
      .select()
      .from(idempotencyKey)
      .where(
        and(
          named,
          gt(idempotencyKey.createdAt, sql`now() - make_interval(hours => ${appConfig.api.answersKeptHours})`),
        ),
      )
    if (kept && kept.requestHash !== requestHash) throw new ApiProblem('IDEMPOTENCY_KEY_REUSED')
    if (kept)
      return { status: kept.status, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' }, body: kept.body }
    const answer = await change(context)
    // One that is too old to count may not be purged yet.
    await db.delete(idempotencyKey).where(named)
    await db.insert(idempotencyKey).values({ apiKeyId: session.id, key, requestHash, ...answer })
    return answer
  })
}

/** Two who come at once would both find nothing: the second is told so, and holds no connection while it waits. */
async function holdKey({ db, session }: ApiContext, key: string): Promise<void> {
  const [row] = await db.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${session.id} ${key}`}, 0)) as held`,
  )
  if (!row?.held) throw new ApiProblem('IDEMPOTENCY_KEY_IN_USE', { headers: { 'Retry-After': '1' } })
}
