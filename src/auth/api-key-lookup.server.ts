import { and, eq, sql } from 'drizzle-orm'
import { isBannedNow } from '#db/bans.ts'
import { database, type Database } from '#db/client.ts'
import { apiKey, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { isSameSecret, readApiToken } from '#lib/api-token.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { nameOf } from '#lib/names.ts'
import type { ActorRef } from '#service/service-context.server.ts'
import { ALL_API_SCOPES, type ApiScope } from './api-scopes.ts'
import { can } from './permissions.ts'

/** The key that a program calls with, and whose it is. */
export interface ApiCaller {
  keyId: string
  keyName: string
  /** What the key may do, as far as its owner may. */
  scopes: ApiScope[]
  owner: ActorRef
}

/** `lastUsedAt` is written at most so often. */
const LAST_USED_STEP_MS = 60_000

/**
 * Finds who calls with the key of an Authorization header. Whatever is wrong with it, the answer is the same: nobody learns
 * whether a key ever was one.
 * @throws {AppError} UNAUTHORIZED; SECOND_FACTOR_REQUIRED for a key that was made without one where administrators need it
 */
export async function requireApiCaller(authorization: string | null, db: Database = database()): Promise<ApiCaller> {
  const token = readApiToken(/^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1] ?? '')
  if (!token) throw new AppError('UNAUTHORIZED')
  const found = await findKey(db, token.id)
  if (!found || !isSameSecret(found.secretHash, token.secretHash)) throw new AppError('UNAUTHORIZED')
  if (!found.isInForce || !can(found.role, 'api-key:manage')) throw new AppError('UNAUTHORIZED')
  if (environment().adminSecondFactor === 'passkey' && !found.hasSecondFactor)
    throw new AppError('SECOND_FACTOR_REQUIRED')
  touchLastUsed(db, found)
  return {
    keyId: found.id,
    keyName: found.name,
    scopes: ALL_API_SCOPES.filter((scope) => found.scopes.includes(scope) && can(found.role, scope)),
    owner: { id: found.ownerId, name: nameOf({ name: found.ownerName, email: found.email }) },
  }
}

async function findKey(db: Database, id: string) {
  const [found] = await db
    .select({
      id: apiKey.id,
      name: apiKey.name,
      secretHash: apiKey.secretHash,
      scopes: apiKey.scopes,
      hasSecondFactor: apiKey.hasSecondFactor,
      lastUsedAt: apiKey.lastUsedAt,
      isInForce: sql<boolean>`${apiKey.expiresAt} > now() and not ${isBannedNow}`,
      ownerId: user.id,
      ownerName: user.name,
      email: user.email,
      role: user.role,
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(eq(apiKey.id, id))
  return found
}

/** Not waited for: no answer shall be later for it, and a lost note is made up for by the next call. */
function touchLastUsed(db: Database, { id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < LAST_USED_STEP_MS) return
  // Of many calls at once one writes.
  const isOld = sql`coalesce(${apiKey.lastUsedAt} < now() - interval '1 minute', true)`
  db.update(apiKey)
    .set({ lastUsedAt: sql`now()` })
    .where(and(eq(apiKey.id, id), isOld))
    .catch((error: unknown) =>
      log.warn({ event: 'api-key.last_used_not_noted', name: error instanceof Error ? error.name : 'unknown' }),
    )
}
