import { eq } from 'drizzle-orm'
import { session } from '#db/schema.ts'
import { validator } from '#lib/validator.ts'
import { addKnownBrowser } from '#one-time-code/code-limits.server.ts'
import { codeClientOf, type CodeContext } from '#one-time-code/code-client.server.ts'
import type { AuthEndpoint } from './auth-endpoint.ts'
import { currentBrowserContext } from './current-session.server.ts'
import { assertionInput, type Assertion } from './passkey-answers.ts'
import { SIGN_IN_USE } from './passkey-challenge.server.ts'
import { redeemPasskey, createPasskeyChallenge } from './passkey-redemption.server.ts'
import { markSecondFactorGiven } from './second-factor.server.ts'
import { openSession, convertSignInError } from './sign-in.server.ts'

const parseAssertion = validator(assertionInput)

const passkeyOptionsEndpoint: AuthEndpoint = {
  path: '/sign-in/passkey/options',
  method: 'POST',
  handle: () => createPasskeyChallenge(currentBrowserContext(), SIGN_IN_USE),
}

const passkeySignInEndpoint: AuthEndpoint = {
  path: '/sign-in/passkey',
  method: 'POST',
  handle: async (input) => {
    const context = currentBrowserContext()
    const { user, cookies } = await verifyPasskeySignIn(context, parseAssertion(input))
    context.request.setCookies.push(...cookies)
    return { user }
  },
}

/** The endpoints to request a passkey for sign-in and to verify its answer. */
export const passkeyEndpoints = [passkeyOptionsEndpoint, passkeySignInEndpoint]

/**
 * Opens a session with a passkey, which counts as both factors because the device verified its user.
 * @returns the user, and the Set-Cookie headers of the session
 * @throws {AppError} PASSKEY_REFUSED, PASSKEY_EXPIRED, TOO_MANY_REQUESTS; BANNED_USER with the reason and the end
 */
export function verifyPasskeySignIn(context: CodeContext, answer: Assertion) {
  const { db, request } = context
  return redeemPasskey(context, SIGN_IN_USE, answer, async (transaction, { email }) => {
    const opened = await openSession(transaction, request, email).catch(async (error: unknown) => {
      throw await convertSignInError(db, email, error)
    })
    await markSecondFactorGiven(transaction, eq(session.token, opened.token))
    await addKnownBrowser(transaction, codeClientOf(request, email))
    return opened
  })
}
