import { eq } from 'drizzle-orm'
import { recordAudit } from '#audit/audit.server.ts'
import type { Database } from '#db/client.ts'
import { now, passkey } from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { AppError } from '#lib/app-error.ts'
import { log } from '#lib/log.server.ts'
import { displayNameOf } from '#lib/names.ts'
import type { CodeContext } from '#one-time-code/code-client.server.ts'
import { lockUser, type UserRecord } from '#user/find-user.server.ts'
import { knownTransports, type Assertion } from './passkey-answers.ts'
import { consumeChallenge, storeChallenge, consumeChallengeLimit, type PasskeyUse } from './passkey-challenge.server.ts'

/** Loads the library lazily, because it parses many certificates at import, which would delay unrelated pages. */
export const loadWebAuthn = () => import('@simplewebauthn/server')

/** Returns the relying party: the hostname that passkeys are created for, and the origin where they can be used. */
export function relyingParty(): { id: string; origin: string } {
  const { appUrl } = environment()
  return { id: new URL(appUrl).hostname, origin: appUrl }
}

/** Returns the user handle of a passkey: the bytes of the user's ID, which reveal nothing else about the user. */
export function userHandle(userId: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(userId.replaceAll('-', ''), 'hex'))
}

/**
 * Creates and stores a challenge that a passkey must answer.
 * @param userId the owner of the passkey; without it, any passkey for this site can answer
 * @returns the WebAuthn options for the browser, with the challenge
 * @throws {AppError} TOO_MANY_REQUESTS
 */
export async function createPasskeyChallenge(context: CodeContext, use: PasskeyUse, userId?: string) {
  await consumeChallengeLimit(context)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const { extensions: _none, ...options } = await generateAuthenticationOptions({
    rpID: relyingParty().id,
    userVerification: 'required',
    ...(userId !== undefined && { allowCredentials: await credentialsOf(context.db, userId) }),
  })
  await storeChallenge(context, use, options.challenge)
  return options
}

/** Lists a user's passkeys in the format of WebAuthn options. */
export async function credentialsOf(db: Database, userId: string) {
  const rows = await db
    .select({ id: passkey.credentialId, transports: passkey.transports })
    .from(passkey)
    .where(eq(passkey.userId, userId))
  return rows.map(({ id, transports }) => ({ id, transports: knownTransports(transports) }))
}

/**
 * Verifies a passkey's answer and runs `change` with the user's row locked. The challenge is consumed even on failure. If the
 * signature counter did not increase, the passkey was probably copied: the answer is refused and audited.
 * @throws {AppError} PASSKEY_REFUSED, PASSKEY_EXPIRED, TOO_MANY_REQUESTS, and errors of the change
 */
export async function redeemPasskey<T>(
  context: CodeContext,
  use: PasskeyUse,
  answer: Assertion,
  change: (transaction: Database, user: UserRecord) => Promise<T>,
): Promise<T> {
  const { db, request } = context
  // Load the library before the challenge is consumed and rows are locked, because the first import can take a while.
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const challenge = await consumeChallenge(context, use, answer.response.clientDataJSON)
  const done = await db.transaction(async (transaction) => {
    const { user, key } = await lockPasskeyAndOwner(transaction, answer)
    const counter = await verifiedCounter(verifyAuthenticationResponse, { answer, challenge, key })
    if (isClonedAuthenticator(key.counter, counter)) {
      const actor = { id: user.id, name: displayNameOf(user) }
      await recordAudit(
        { db: transaction, actor, ipAddress: request.address },
        { action: 'passkey-refused', before: {}, after: { passkey: key.name || null } },
      )
      return undefined
    }
    await transaction.update(passkey).set({ counter, lastUsedAt: now }).where(eq(passkey.id, key.id))
    return { result: await change(transaction, user) }
  })
  if (!done) throw new AppError('PASSKEY_REFUSED')
  return done.result
}

type PasskeyRow = typeof passkey.$inferSelect

/** Locks the user before the passkey, in the same order as all other changes of a user, so that no deadlock occurs. */
async function lockPasskeyAndOwner(
  transaction: Database,
  { id, response }: Assertion,
): Promise<{ user: UserRecord; key: PasskeyRow }> {
  const find = () => transaction.select().from(passkey).where(eq(passkey.credentialId, id))
  const [found] = await find()
  if (!found) throw new AppError('PASSKEY_REFUSED')
  const user = await lockUser(transaction, found.userId)
  // Read the passkey again: before the lock, it might have been removed, or its counter increased.
  const [key] = await find()
  const claimed = response.userHandle
  const isTheirs = claimed === undefined || claimed === Buffer.from(userHandle(user.id)).toString('base64url')
  if (!key || !isTheirs) throw new AppError('PASSKEY_REFUSED')
  return { user, key }
}

/** Verifies the signature and site of an answer, and that the device verified its user. @returns the signature counter */
function verifiedCounter(
  verify: Awaited<ReturnType<typeof loadWebAuthn>>['verifyAuthenticationResponse'],
  { answer, challenge, key }: { answer: Assertion; challenge: string; key: PasskeyRow },
): Promise<number> {
  return requireVerified(async () => {
    const { verified, authenticationInfo } = await verify({
      ...passkeyRequirements(challenge),
      response: { ...answer, clientExtensionResults: {} },
      // Pass zero to skip the library's check: `isClonedAuthenticator` checks the counter, so that a copied passkey is audited.
      credential: { id: key.credentialId, publicKey: key.publicKey, counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : undefined
  })
}

/** Returns the requirements for every response of a passkey: this challenge, this site, and a verified user. */
export function passkeyRequirements(expectedChallenge: string) {
  const { id: expectedRPID, origin: expectedOrigin } = relyingParty()
  return { expectedChallenge, expectedRPID, expectedOrigin, requireUserVerification: true }
}

/**
 * Verifies the response of a passkey.
 * @param verify returns undefined or throws if the response is not valid
 * @throws {AppError} PASSKEY_REFUSED if it is not valid
 */
export async function requireVerified<T>(verify: () => Promise<T | undefined>): Promise<T> {
  try {
    const verified = await verify()
    if (verified !== undefined) return verified
  } catch (error) {
    log.info(
      { event: 'passkey.rejected', reason: error instanceof Error ? error.message.slice(0, 200) : 'unknown' },
      'a passkey was rejected, because its response could not be verified',
    )
  }
  throw new AppError('PASSKEY_REFUSED')
}

/** Whether a counter did not increase; passkeys without a counter always send zero. */
function isClonedAuthenticator(before: number, now: number): boolean {
  return (before > 0 || now > 0) && now <= before
}
