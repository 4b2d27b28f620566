import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { passkey } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { nameOf } from '#lib/names.ts'
import type { CodeContext } from '#one-time-code/code-requester.server.ts'
import { lockPerson, type Person } from '#person/find-person.server.ts'
import { knownTransports, type Assertion } from './passkey-answers.ts'
import { consumeChallenge, keepChallenge, spendChallenge, type PasskeyUse } from './passkey-challenge.server.ts'

/** The library parses certificates of many makers, for which no page should wait that has nothing to do with passkeys. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** The site that passkeys are made for, by its host name, and where the browser has to be to use one. */
export function relyingParty(): { id: string; origin: string } {
  const { appUrl } = environment()
  return { id: new URL(appUrl).hostname, origin: appUrl }
}

/** The bytes by which a passkey knows its person: nothing that tells anybody who they are. */
export function userHandle(personId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(personId.replaceAll('-', ''), 'hex'))
}

/**
 * Asks the browser for the answer of a passkey.
 * @param personId whose; any that the browser has for this site where it is left out
 * @returns the options for the browser
 * @throws {AppError} TOO_MANY_REQUESTS
 */
export async function requestPasskey(context: CodeContext, use: PasskeyUse, personId?: string) {
  await spendChallenge(context)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    userVerification: 'required',
    ...(personId !== undefined && { allowCredentials: await credentialsOf(context.db, personId) }),
  })
  await keepChallenge(context, use, options.challenge)
  return options
}

/** The passkeys of a person, as browsers are told of them. */
export async function credentialsOf(db: Database, personId: string) {
  const rows = await db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, personId))
  return rows.map(({ id, transports }) => ({ id, transports: knownTransports(transports) }))
}

/**
 * Does what the answer of a passkey is for, with the person held until it is done. The challenge is used up whether or not
 * it works out. A key that counts, and has counted less than before, was copied: that is refused and told by history.
 * @throws {AppError} PASSKEY_REFUSED, PASSKEY_EXPIRED, TOO_MANY_REQUESTS, and what the change throws
 */
export async function redeemPasskey<T>(
  context: CodeContext,
  use: PasskeyUse,
  answer: Assertion,
  change: (transaction: Database, person: Person) => Promise<T>,
): Promise<T> {
  const { db, request } = context
  // Before the challenge is spent and anybody is held: the first time, it may take a while.
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const challenge = await consumeChallenge(context, use, answer.response.clientDataJSON)
  const done = await db.transaction(async (transaction) => {
    const { person, key } = await lockOwner(transaction, answer)
    const counter = await countOf(verifyAuthenticationResponse, { answer, challenge, key })
    if (isCopy(key.counter, counter)) {
      const actor = { id: person.id, name: nameOf(person) }
      await recordAudit(
        { db: transaction, actor, ipAddress: request.address },
        { action: 'passkey-refused', before: {}, after: { passkey: key.name || null } },
      )
      return undefined
    }
    await transaction
      .update(passkey)
      .set({ counter, lastUsedAt: sql`now()` })
      .where(eq(passkey.id, key.id))
    return { result: await change(transaction, person) }
  })
  if (!done) throw new AppError('PASSKEY_REFUSED')
  return done.result
}

type Key = typeof passkey.$inferSelect

/** The person is held first, as everything does that changes them or their keys: nobody waits for each other. */
async function lockOwner(transaction: Database, { id, response }: Assertion): Promise<{ person: Person; key: Key }> {
  const find = () => transaction.select().from(passkey).where(eq(passkey.credentialId, id))
  const [found] = await find()
  if (!found) throw new AppError('PASSKEY_REFUSED')
  const person = await lockPerson(transaction, found.userId)
  // Removed meanwhile, or counted on.
  const [key] = await find()
  const claimed = response.userHandle
  const isTheirs = claimed === undefined || claimed === Buffer.from(userHandle(person.id)).toString('base64url')
  if (!key || !isTheirs) throw new AppError('PASSKEY_REFUSED')
  return { person, key }
}

/** Verifies an answer: signature, site, and that the device made sure who holds it. @returns how often the key signed */
async function countOf(
  verify: Awaited<ReturnType<typeof loadWebAuthn>>['verifyAuthenticationResponse'],
  { answer, challenge, key }: { answer: Assertion; challenge: string; key: Key },
): Promise<number> {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty()
  try {
    const { verified, authenticationInfo } = await verify({
      response: { ...answer, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedRPID,
      expectedOrigin,
      requireUserVerification: true,
      // The count is looked at by us, for history has to tell.
      credential: { id: key.credentialId, publicKey: key.publicKey, counter: 0 },
    })
    if (verified) return authenticationInfo.newCounter
  } catch (error) {
    log.info({ event: 'passkey.refused', reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' })
  }
  throw new AppError('PASSKEY_REFUSED')
}

/** Those that do not count say zero each time. */
function isCopy(before: number, now: number): boolean {
  return (before > 0 || now > 0) && now <= before
}
