import { and, eq, gt, sql } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { requireRecentAuthentication } from '#auth/recent-authentication.server.ts'
import type { Database } from '#db/client.ts'
import { takeRoom } from '#db/limits.ts'
import { apiKey } from '#db/schema.ts'
import { enqueueNotice } from '#jobs/queue.server.ts'
import { makeApiToken } from '#lib/api-token.server.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { lockPerson, type Person } from '#person/find-person.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { scopesIn, type ApiKeyInput, type NewApiKey } from './api-keys.schema.ts'

/**
 * Creates a key for the signed-in user. Only this call returns the text of the key, of which only a hash is stored.
 * @throws {AppError} SESSION_EXPIRED after an old sign-in; INVALID_INPUT for one key too many; TOO_MANY_TODAY
 */
export function createApiKey(context: SessionContext, { name, scopes, endsAt }: ApiKeyInput): Promise<NewApiKey> {
  return changeKeys(context, context.session.viewer, async (context, person) => {
    const { db, session } = context
    await takeRoom(context, 'apiKey', {
      holder: person.id,
      count: () => countActiveKeys(db, person.id),
      refusal: new AppError('INVALID_INPUT', { fields: { name: 'tooMany' } }),
    })
    const id = crypto.randomUUID()
    const { token, secretHash } = makeApiToken(id)
    await db.insert(apiKey).values({
      id,
      userId: person.id,
      name,
      secretHash,
      scopes: scopesIn(scopes),
      hasSecondFactor: session.secondFactorAt !== null,
      expiresAt: new Date(endsAt),
    })
    const after = { apiKey: name, scopes: scopesIn(scopes).join(', '), expires: endsAt }
    await recordAudit(context, { action: 'api-key-created', subject: subjectRefOf(person), before: {}, after })
    await sendNotice(db, person, 'api-key-created')
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
  { id, personId }: { id: string; personId: string },
): Promise<void> {
  return changeKeys(context, { id: personId }, async (context, person) => {
    const { db } = context
    const [ended] = await db
      .delete(apiKey)
      .where(and(eq(apiKey.id, id), eq(apiKey.userId, person.id)))
      .returning({ name: apiKey.name })
    if (!ended) throw new AppError('NOT_FOUND')
    const before = { apiKey: ended.name }
    await recordAudit(context, { action: 'api-key-revoked', subject: subjectRefOf(person), before, after: {} })
    await sendNotice(db, person, 'api-key-revoked')
  })
}

/**
 * Changes API keys while the row of their owner is locked, so that simultaneous changes run one after the other, and a session
 * that the owner has just ended as unrecognized cannot change keys.
 */
function changeKeys<T>(
  context: SessionContext,
  { id }: { id: string },
  change: (context: SessionContext, person: Person) => Promise<T>,
): Promise<T> {
  return inTransaction(context, [], async (context) => {
    const person = await lockPerson(context.db, id)
    await requireRecentAuthentication(context.db, context.session.id)
    return change(context, person)
  })
}

/** Counts the keys of a user that have not expired. */
function countActiveKeys(db: Database, personId: string): Promise<number> {
  return db.$count(apiKey, and(eq(apiKey.userId, personId), gt(apiKey.expiresAt, sql`now()`)))
}

function sendNotice(db: Database, { id: personId, email, language }: Person, kind: `api-key-${'created' | 'revoked'}`) {
  return enqueueNotice(db, { kind, email, language, personId })
}

function subjectRefOf(person: Person) {
  return { id: person.id, name: displayNameOf(person) }
}
