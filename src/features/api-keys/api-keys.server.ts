import { and, eq, gt } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { requireRecentAuthentication } from '#auth/recent-authentication.server.ts'
import type { Database } from '#db/client.ts'
import { takeRoom } from '#db/limits.ts'
import { apiKey, now } from '#db/schema.ts'
import { enqueueNotice } from '#queue/queue.server.ts'
import { makeApiToken } from '#lib/api-token.server.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { lockUser, type UserRecord } from '#user/find-user.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { parseScopes, type ApiKeyInput, type NewApiKey } from './api-keys.schema.ts'

/**
 * Creates a key for the signed-in user. Only this call returns the text of the key, of which only a hash is stored.
 * @throws {AppError} SESSION_EXPIRED after an old sign-in; INVALID_INPUT for one key too many; TOO_MANY_TODAY
 */
export function createApiKey(context: SessionContext, { name, scopes, endsAt }: ApiKeyInput): Promise<NewApiKey> {
  return changeKeys(context, context.session.viewer, async (context, user) => {
    const { db, session } = context
    await takeRoom(context, 'apiKey', {
      holder: user.id,
      count: () => countActiveKeys(db, user.id),
      refusal: new AppError('INVALID_INPUT', { fields: { name: 'tooMany' } }),
    })
    const id = crypto.randomUUID()
    const { token, secretHash } = makeApiToken(id)
    await db.insert(apiKey).values({
      id,
      userId: user.id,
      name,
      secretHash,
      scopes: parseScopes(scopes),
      hasSecondFactor: session.secondFactorAt !== null,
      expiresAt: new Date(endsAt),
    })
    const after = { apiKey: name, scopes: parseScopes(scopes).join(', '), expires: endsAt }
    await recordAudit(context, { action: 'api-key-created', subject: subjectRefOf(user), before: {}, after })
    await sendNotice(db, user, 'api-key-created')
    return { id, token }
  })
}

/** Revokes a key of the signed-in user. @throws {AppError} NOT_FOUND; SESSION_EXPIRED after an old sign-in */
export function revokeApiKey(context: SessionContext, { id }: { id: string }): Promise<void> {
  return revokeApiKeyOf(context, { id, personId: context.session.viewer.id })
}

/** Revokes a key of any administrator. @throws {AppError} NOT_FOUND; SESSION_EXPIRED after an old sign-in */
export function revokeApiKeyOf(
  context: SessionContext,
  { id, personId: userId }: { id: string; personId: string },
): Promise<void> {
  return changeKeys(context, { id: userId }, async (context, user) => {
    const { db } = context
    const [ended] = await db
      .delete(apiKey)
      .where(and(eq(apiKey.id, id), eq(apiKey.userId, user.id)))
      .returning({ name: apiKey.name })
    if (!ended) throw new AppError('NOT_FOUND')
    const before = { apiKey: ended.name }
    await recordAudit(context, { action: 'api-key-revoked', subject: subjectRefOf(user), before, after: {} })
    await sendNotice(db, user, 'api-key-revoked')
  })
}

/**
 * Changes API keys while the row of their owner is locked, so that simultaneous changes run one after the other, and a session
 * that the owner has just ended as unrecognized cannot change keys.
 */
function changeKeys<T>(
  context: SessionContext,
  { id }: { id: string },
  change: (context: SessionContext, user: UserRecord) => Promise<T>,
): Promise<T> {
  return inTransaction(context, [], async (context) => {
    const user = await lockUser(context.db, id)
    await requireRecentAuthentication(context.db, context.session.id)
    return change(context, user)
  })
}

/** Counts the keys of a user that have not expired. */
function countActiveKeys(db: Database, userId: string): Promise<number> {
  return db.$count(apiKey, and(eq(apiKey.userId, userId), gt(apiKey.expiresAt, now)))
}

function sendNotice(db: Database, { id, email, language }: UserRecord, kind: `api-key-${'created' | 'revoked'}`) {
  return enqueueNotice(db, { kind, email, language, userId: id })
}

function subjectRefOf(user: UserRecord) {
  return { id: user.id, name: displayNameOf(user) }
}
