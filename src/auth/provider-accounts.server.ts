import type { BetterAuthPlugin } from 'better-auth'
import { and, eq, gte } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { account } from '#db/schema.ts'
import { log } from '#lib/log.server.ts'
import { rejectAfter } from '#lib/reject-after.server.ts'
import { nameOfProvider } from './provider-names.ts'

/**
 * Removes the user's links to identity providers, for example because the user's email, on which they are based, has changed.
 * The caller records this in the audit history.
 * @param since removes only links created since this time
 * @returns the names of the providers, separated by commas; null if no link was removed
 */
export async function unlinkProviders(db: Database, userId: string, since?: Date): Promise<string | null> {
  const isMeant = and(eq(account.userId, userId), since && gte(account.createdAt, since))
  const ended = await db.delete(account).where(isMeant).returning({ id: account.providerId })
  const names = ended.map(({ id }) => nameOfProvider(id))
  return names.length > 0 ? names.toSorted().join(', ') : null
}

/** Removes the tokens from a link to a provider before it is saved: they are unused, and give access to the user's data there. */
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

/** Timeout in milliseconds for a provider's response: users wait, and load balancers have a timeout, too. */
const PROVIDER_TIMEOUT_MS = 8_000

/** Adds a timeout to a call of a provider, because the library sets none. */
function withProviderTimeout<T>(answer: Promise<T>): Promise<T> {
  return Promise.race([answer, rejectAfter(PROVIDER_TIMEOUT_MS, 'the provider did not respond')])
}

/**
 * Accepts an email from a provider only if the provider marks it as verified. Otherwise the sign-in ends before better-auth
 * looks for a user with that email. Also sets a timeout for the provider's responses.
 */
export const verifiedAddressesPlugin = {
  id: 'verified-addresses-only',
  init: ({ socialProviders }) => {
    for (const provider of socialProviders) {
      const redeem = provider.validateAuthorizationCode.bind(provider)
      provider.validateAuthorizationCode = (code) => withProviderTimeout(redeem(code))
      const readUserInfo = provider.getUserInfo.bind(provider)
      provider.getUserInfo = async (tokens) => {
        const info = await withProviderTimeout(readUserInfo(tokens)).catch((error: unknown) => {
          // Do not rethrow: the error of a reset connection would be treated as a database failure.
          log.warn(
            { event: 'login.provider_failed', provider: provider.id, name: error instanceof Error && error.name },
            'the sign-in provider failed or did not respond in time',
          )
          return null
        })
        // The type is boolean, but Google's value is taken from the token unchecked, so compare it with true.
        const isVerified: unknown = info?.user.emailVerified
        if (!info || isVerified === true) return info
        return { ...info, user: { ...info.user, email: null } }
      }
    }
  },
} satisfies BetterAuthPlugin
