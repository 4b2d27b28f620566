import { setTimeout as pause } from 'node:timers/promises'
import type { BetterAuthPlugin } from 'better-auth'
import { and, eq, gte } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { account } from '#db/schema.ts'
import { log } from '#lib/log.server.ts'
import { nameOfProvider } from './provider-names.ts'

/**
 * Ends all ways to sign in through a provider, as a part of a change that history tells of by itself: they stand for the
 * address that the provider vouched for.
 * @param since only those that were made from then on
 * @returns the names of the providers; null when there were none
 */
export async function unlinkProviders(db: Database, personId: string, since?: Date): Promise<string | null> {
  const isMeant = and(eq(account.userId, personId), since && gte(account.createdAt, since))
  const ended = await db.delete(account).where(isMeant).returning({ id: account.providerId })
  const names = ended.map(({ id }) => nameOfProvider(id))
  return names.length > 0 ? names.toSorted().join(', ') : null
}

/** Takes the tokens out of a link to a provider before it is kept: nothing here needs them, and they open more. */
export function withoutTokens<Link extends object>(link: Link) {
  return Promise.resolve({
    data: {
      ...link,
      accessToken: null,
      refreshToken: null,
      idToken: null,
      accessTokenExpiresAt: null,
      refreshTokenExpiresAt: null,
    },
  })
}

/** For so long a provider may take for an answer, in milliseconds: somebody waits, and a balancer gives up sooner or later. */
const PROVIDER_DEADLINE_MS = 8_000

/** The library sets its calls no limit. */
async function inTime<T>(answer: Promise<T>): Promise<T> {
  const isOver = new AbortController()
  const late = pause(PROVIDER_DEADLINE_MS, undefined, { signal: isOver.signal }).then(() => {
    throw new Error('the provider does not answer')
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    isOver.abort()
    late.catch(() => undefined)
  }
}

/**
 * Takes addresses from providers only where they say, in so many words, that they have verified them. For the library an
 * account without an address ends the sign-in, before it looks whether somebody here has that address.
 */
export const verifiedAddressesOnly = {
  id: 'verified-addresses-only',
  init: ({ socialProviders }) => {
    for (const provider of socialProviders) {
      const redeem = provider.validateAuthorizationCode.bind(provider)
      provider.validateAuthorizationCode = (code) => inTime(redeem(code))
      const readUserInfo = provider.getUserInfo.bind(provider)
      provider.getUserInfo = async (tokens) => {
        const info = await inTime(readUserInfo(tokens)).catch((error: unknown) => {
          // Passed on, a connection that breaks off would look like one of the database.
          log.warn({
            event: 'login.provider_failed',
            provider: provider.id,
            name: error instanceof Error && error.name,
          })
          return null
        })
        // Typed as a boolean, and yet Google's is whatever the token says.
        const isVerified: unknown = info?.user.emailVerified
        if (!info || isVerified === true) return info
        return { ...info, user: { ...info.user, email: null } }
      }
    }
  },
} satisfies BetterAuthPlugin
