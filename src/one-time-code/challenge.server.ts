import { randomInt } from 'node:crypto'
import { createChallenge, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { RateLimit } from '#db/rate-limits.ts'
import { acceptedSecrets, environment } from '#env/environment.server.ts'
import type { WorkChallenge } from '#lib/app-error.ts'
import { networkOf } from '#lib/client-address.server.ts'
import { keyedHash } from '#lib/keyed-hash.server.ts'
import type { CodeClient } from './code-client.server.ts'

const { hashes, lifetimeMinutes } = appConfig.loginCode.challenge
const MINUTE_MS = 60_000
/** Maximum number of times that a challenge's cost doubles as more of a rate limit is used up. */
const MAX_DOUBLINGS = 3
/** Rounds of one hash, so that a browser spends its time on the rounds instead of on starting each hash. */
const ROUNDS_PER_HASH = 2_000
const ALGORITHM = 'PBKDF2/SHA-256'

const hex = z.string().check(z.regex(/^[0-9a-f]{1,128}$/))
const uint32 = z.int().check(z.gte(0), z.lte(0xffff_ffff))

/** A solved challenge from a browser. */
export const solvedChallengeField = z.strictObject({
  challenge: z.strictObject({
    parameters: z.strictObject({
      algorithm: z.literal(ALGORITHM),
      nonce: hex,
      salt: hex,
      cost: uint32,
      keyLength: uint32,
      keyPrefix: hex,
      keySignature: hex,
      expiresAt: uint32,
      data: z.strictObject({ asked: z.string().check(z.maxLength(64)) }),
    }),
    signature: hex,
  }),
  solution: z.strictObject({ counter: uint32, derivedKey: hex, time: z.optional(z.number()) }),
})

/** A solved challenge from a browser. */
export type SolvedChallenge = z.infer<typeof solvedChallengeField>

/**
 * Creates the challenge for a code to this address from this network. Solving it takes hundreds of hashes, verifying it none.
 * @param usedShare used share of the sends that proof of work can buy, from 0 to 1
 */
export function createClientChallenge(client: CodeClient, usedShare: number): Promise<WorkChallenge> {
  const most = hashes * 2 ** Math.min(MAX_DOUBLINGS, Math.floor(usedShare * (MAX_DOUBLINGS + 1)))
  return createChallenge({
    algorithm: ALGORITHM,
    cost: ROUNDS_PER_HASH,
    deriveKey,
    // The number to find is neither trivially small by chance nor above the maximum.
    counter: randomInt(most / 2, most),
    expiresAt: new Date(Date.now() + lifetimeMinutes * MINUTE_MS),
    data: { asked: clientHash(client, environment().secret) },
    ...signingKeysOfChallenges(environment().secret),
  })
}

/**
 * Verifies that one of our challenges was solved for this address and network before it expired.
 * @returns the rate limit that makes it single-use; undefined if invalid
 */
export async function verifyProof(client: CodeClient, solved: SolvedChallenge): Promise<RateLimit | undefined> {
  for (const secret of acceptedSecrets()) {
    const { verified } = await verifySolution({ ...solved, deriveKey, ...signingKeysOfChallenges(secret) })
    const { nonce, data } = solved.challenge.parameters
    if (verified && data.asked === clientHash(client, secret))
      return { key: `challenge:${nonce}`, count: 1, seconds: 2 * lifetimeMinutes * 60 }
  }
  return undefined
}

/** Hashes the address and network that a challenge is for, with the secret that signed the challenge. */
function clientHash({ addressKey, previousKeys = [], ipAddress }: CodeClient, secret: string): string {
  const key = [addressKey, ...previousKeys.map((keys) => keys.addressKey)][acceptedSecrets().indexOf(secret)]
  return keyedHash(secret, 'challenge-asked', `${key}\n${networkOf(ipAddress)}`)
}

function signingKeysOfChallenges(secret: string) {
  return {
    hmacSignatureSecret: keyedHash(secret, 'challenge', 'signature'),
    hmacKeySignatureSecret: keyedHash(secret, 'challenge', 'key-signature'),
  }
}
