import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { ApiContext } from '#api/operation.ts'
import { ApiProblem } from '#api/problem.server.ts'
import { idempotencyKey } from '#db/schema.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { apiKeysConfig } from './api-keys.config.ts'

/** The maximum length of an Idempotency-Key. */
const MAX_KEY_LENGTH = 255
const KEY_PATTERN = /^[\x21-\x7E]+$/

/** A response that is sent, and stored for repeated requests. */
export interface StoredResponse {
  status: number
  headers: Record<string, string>
  /** Null if there is no body. */
  body: string | null
}

interface IdempotentRequest {
  /** The Idempotency-Key. */
  key: string
  /** The parts that identify the request: operation, path and body. */
  request: string[]
  /** A field of the response that must not be stored. */
  secretField?: string | undefined
  /** Whether the change is too long for one transaction. A retry repeats such a change if the process died before the end. */
  isLong?: boolean
}

/**
 * Makes a change at most once for each Idempotency-Key. A repeated request gets the first response again. The response is stored
 * in the transaction of the change, so that either both or neither are saved if the process dies. Errors are not stored, so
 * that the request can be retried.
 * @throws {ApiProblem} INVALID_INPUT, IDEMPOTENCY_KEY_REUSED for another request; IDEMPOTENCY_KEY_IN_USE while the first one runs
 */
export async function runIdempotently(
  context: ApiContext,
  { key, request, secretField, isLong = false }: IdempotentRequest,
  change: (context: ApiContext) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  if (key.length > MAX_KEY_LENGTH || !KEY_PATTERN.test(key))
    throw new ApiProblem('INVALID_INPUT', { errors: [{ field: 'Idempotency-Key', code: 'validation.invalid' }] })
  const requestHash = createHash('sha256').update(JSON.stringify(request)).digest('base64url')
  const { id: apiKeyId } = context.session
  const named = and(eq(idempotencyKey.apiKeyId, apiKeyId), eq(idempotencyKey.key, key))
  const findKept = async ({ db }: ApiContext): Promise<StoredResponse | undefined> => {
    const [kept] = await db
      .select()
      .from(idempotencyKey)
      .where(
        and(
          named,
          gt(idempotencyKey.createdAt, sql`now() - make_interval(hours => ${apiKeysConfig.answersKeptHours})`),
        ),
      )
    if (kept && kept.requestHash !== requestHash) throw new ApiProblem('IDEMPOTENCY_KEY_REUSED')
    return (
      kept && { status: kept.status, headers: { ...kept.headers, 'Idempotency-Replayed': 'true' }, body: kept.body }
    )
  }
  const keep = async ({ db }: ApiContext, answer: StoredResponse): Promise<StoredResponse> => {
    // An expired response might not be purged yet.
    await db.delete(idempotencyKey).where(named)
    await db.insert(idempotencyKey).values({ apiKeyId, key, requestHash, ...withoutField(answer, secretField) })
    return answer
  }
  const made = isLong ? ((await findKept(context)) ?? (await change(context))) : undefined
  return inTransaction(context, [], async (context) => {
    await lockIdempotencyKey(context, key)
    return (await findKept(context)) ?? keep(context, made ?? (await change(context)))
  })
}

function withoutField(answer: StoredResponse, field: string | undefined): StoredResponse {
  if (field === undefined || answer.body === null) return answer
  return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), [field]: null }) }
}

/** Locks an Idempotency-Key. Refuses a simultaneous request with the same key instead of keeping a connection waiting. */
async function lockIdempotencyKey({ db, session }: ApiContext, key: string): Promise<void> {
  const [row] = await db.execute<{ held: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${session.id} ${key}`}, 0)) as held`,
  )
  if (!row?.held) throw new ApiProblem('IDEMPOTENCY_KEY_IN_USE', { headers: { 'Retry-After': '1' } })
}
