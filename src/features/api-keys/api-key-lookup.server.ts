import { and, eq, sql } from 'drizzle-orm'
import { ALL_API_SCOPES, type ApiScope } from '#api/api-scopes.ts'
import { ApiProblem } from '#api/problem.server.ts'
import { can } from '#auth/permissions.ts'
import { isBannedNow } from '#db/bans.ts'
import { database, type Database } from '#db/client.ts'
import { columnsOf } from '#db/columns-of.ts'
import { apiKey, now, user } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { isSameHash, parseApiToken } from '#lib/api-token.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log, nameOfError } from '#lib/log.server.ts'
import { displayNameOf } from '#lib/names.ts'
import type { ActorRef } from '#service/service-context.server.ts'

/** The key that a program calls with, and its owner. */
export interface ApiCaller {
  keyId: string
  keyName: string
  /** The scopes of the key, except for those that the owner's role does not permit. */
  scopes: ApiScope[]
  owner: ActorRef
}

/** The minimum time between two updates of the `lastUsedAt` of a key. */
const LAST_USED_INTERVAL_MS = 60_000

/**
 * Finds the caller by the key of an Authorization header. Every invalid key gets the same error, so that callers cannot learn
 * whether a key ever existed.
 * @throws {ApiProblem | AppError} UNAUTHORIZED; SECOND_FACTOR_REQUIRED if administrators need it and the key was made without
 */
export async function requireApiCaller(authorization: string | null, db: Database = database()): Promise<ApiCaller> {
  // RFC 6750 3.1: the challenge names no error for a caller who has not tried to authenticate.
  if (!authorization) throw new ApiProblem('UNAUTHORIZED', { headers: { 'WWW-Authenticate': 'Bearer realm="api"' } })
  const token = parseApiToken(/^Bearer +(\S+)$/i.exec(authorization)?.[1] ?? '')
  if (!token) throw new AppError('UNAUTHORIZED')
  const found = await findKey(db, token.id)
  if (!found || !isSameHash(found.secretHash, token.secretHash)) throw new AppError('UNAUTHORIZED')
  if (!found.isInForce || !can(found.owner.role, 'api-key:manage')) throw new AppError('UNAUTHORIZED')
  if (environment().adminSecondFactor === 'passkey' && !found.hasSecondFactor)
    throw new AppError('SECOND_FACTOR_REQUIRED')
  touchLastUsed(db, found)
  return {
    keyId: found.id,
    keyName: found.name,
    scopes: ALL_API_SCOPES.filter((scope) => found.scopes.includes(scope) && can(found.owner.role, scope)),
    owner: { id: found.owner.id, name: displayNameOf(found.owner) },
  }
}

async function findKey(db: Database, id: string) {
  const [found] = await db
    .select({
      ...columnsOf(apiKey, 'id', 'name', 'secretHash', 'scopes', 'hasSecondFactor', 'lastUsedAt'),
      isInForce: sql<boolean>`${apiKey.expiresAt} > now() and not ${isBannedNow}`,
      owner: columnsOf(user, 'id', 'name', 'email', 'role'),
    })
    .from(apiKey)
    .innerJoin(user, eq(user.id, apiKey.userId))
    .where(eq(apiKey.id, id))
  return found
}

/** Updates `lastUsedAt` in the background, so that no response is delayed. The next call makes up for a lost update. */
function touchLastUsed(db: Database, { id, lastUsedAt }: { id: string; lastUsedAt: Date | null }): void {
  if (lastUsedAt && Date.now() - lastUsedAt.getTime() < LAST_USED_INTERVAL_MS) return
  // Lets only one of many simultaneous calls write.
  const isOld = sql`coalesce(${apiKey.lastUsedAt} < now() - interval '1 minute', true)`
  db.update(apiKey)
    .set({ lastUsedAt: now })
    .where(and(eq(apiKey.id, id), isOld))
    .catch((error: unknown) =>
      log.warn(
        { event: 'api-key.touch_failed', name: nameOfError(error) },
        'could not save when an API key was last used; its next call retries',
      ),
    )
}
