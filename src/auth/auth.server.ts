import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { admin, emailOTP, organization } from 'better-auth/plugins'
import { appConfig } from '#app.config'
import * as schema from '#db/schema.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { findCurrentRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'
import { AppError, isErrorCode } from '#lib/app-error.ts'
import { databaseForAuth } from './auth-database.server.ts'
import { announceSignUp, beforeSignUp, prepareSession, recordSignIn } from './auth-hooks.server.ts'
import { LOGIN_ERROR_PAGE } from './login-errors.ts'
import { impersonationPlugin } from './impersonation-plugin.server.ts'
import { providersOfFeatures } from './moments.server.ts'
import { accessControlForAuth, organizationAccessForAuth } from './permissions.ts'
import { sameSessionPlugin } from './same-session-plugin.server.ts'
import { cookiePrefix } from './session-cookie.server.ts'
import { withCurrentSignatures } from './signed-cookies.server.ts'
import { verifiedAddressesOnly, withoutTokens } from './provider-accounts.server.ts'

/** The key, in the request's store, of what made a call of better-auth fail. The library's answer does not tell. */
export const failureOfAuth = requestKey<unknown>('failureOfAuth')

/** The request handler writes the visitor's address into this header and removes what came in under its name. */
const CLIENT_ADDRESS_HEADER = 'x-latchkey-client-address'

const { session } = appConfig
const MINUTE = 60
const HOUR = 3_600

function createAuth() {
  const env = environment()
  return betterAuth({
    appName: appConfig.name,
    baseURL: env.appUrl,
    basePath: '/api/auth',
    secret: env.secret,
    trustedOrigins: [env.appUrl],
    database: drizzleAdapter(databaseForAuth(), { provider: 'pg', schema, transaction: true }),
    session: {
      expiresIn: session.idleDays * 24 * HOUR,
      // Sessions are renewed where they are looked up: see session-lookup.server.ts.
      disableSessionRefresh: true,
      freshAge: session.freshForMinutes * MINUTE,
      additionalFields: {
        lastSeenAt: { type: 'date', required: false, input: false },
        secondFactorAt: { type: 'date', required: false, input: false },
      },
    },
    // Our own limits count per address, network and browser, in one statement; see code-limits.server.ts.
    rateLimit: { enabled: false },
    socialProviders: providersOfFeatures(),
    onAPIError: {
      errorURL: `${env.appUrl}${LOGIN_ERROR_PAGE}`,
      onError: (error) => findCurrentRequest()?.store.set(failureOfAuth, error),
    },
    advanced: {
      // With a prefix of its own, the library would put `__Secure-` before all names.
      cookiePrefix: cookiePrefix(),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: env.isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: 'uuid', joins: true },
    },
    logger: {
      log: (level, message, ...details: unknown[]) => {
        const failure = details.find((detail) => detail instanceof Error)
        if (failure) findCurrentRequest()?.store.set(failureOfAuth, failure)
        // Anybody can give it reason to complain; what fails for good is logged as such where it is answered.
        log[level === 'error' || level === 'warn' ? 'warn' : 'debug']({ event: 'auth.library' }, message)
      },
    },
    telemetry: { enabled: false },
    databaseHooks: {
      user: { create: { before: beforeSignUp, after: announceSignUp } },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: { create: { before: prepareSession, after: recordSignIn } },
    },
    plugins: [
      sameSessionPlugin,
      // Opens sessions with codes that live for one request; those that people enter are ours: see sign-in.server.ts.
      emailOTP({ storeOTP: 'hashed', expiresIn: MINUTE, sendVerificationOTP: refuseToSend }),
      admin({
        ...accessControlForAuth,
        defaultRole: 'user',
        adminRoles: ['admin'],
        impersonationSessionDuration: session.impersonationMinutes * 60,
      }),
      // Keeps the active organization of a session, and the roles; what is done in organizations is ours: see features/organizations.
      organization({
        ...organizationAccessForAuth,
        schema: { invitation: { modelName: 'organizationInvitation' } },
      }),
      impersonationPlugin,
      verifiedAddressesOnly,
    ],
  })
}

let shared: ReturnType<typeof createAuth> | undefined

/** The better-auth instance of this process. */
export function auth() {
  shared ??= createAuth()
  return shared
}

/** Nobody can ask the library to send a code: its call for that is answered in its place. */
function refuseToSend(): Promise<never> {
  return Promise.reject(new AppError('NOT_FOUND'))
}

/** Turns a refusal of the library into what callers are told, where it has a code of ours; any other failure stays as it is. */
export function refusalOf(error: unknown): unknown {
  const code: unknown = error instanceof APIError ? error.body?.code : undefined
  return isErrorCode(code) ? new AppError(code) : error
}

/** The headers of a request as better-auth may see them: with the visitor's true address, and no claim of another. */
export function headersForAuth({ headers, address }: RequestContext): Headers {
  const told = new Headers(headers)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']) told.delete(name)
  told.set(CLIENT_ADDRESS_HEADER, address)
  const cookies = headers.get('cookie')
  if (cookies !== null) told.set('cookie', withCurrentSignatures(cookies))
  return told
}
