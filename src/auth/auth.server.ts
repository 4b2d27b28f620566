import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { admin, emailOTP, organization } from 'better-auth/plugins'
import { appConfig } from '#app.config'
import * as schema from '#db/schema.ts'
import { cookiePrefix } from '#env/cookie-name.server.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { findCurrentRequest, requestKey, type RequestContext } from '#request/request-context.server.ts'
import { AppError, isErrorCode } from '#lib/app-error.ts'
import { databaseForAuth } from './auth-database.server.ts'
import { notifyFeaturesOfSignUp, beforeSignUp, prepareSession, afterSignIn } from './auth-hooks.server.ts'
import { LOGIN_ERROR_PAGE } from './login-errors.ts'
import { bearerPlugin } from './bearer-plugin.server.ts'
import { impersonationPlugin } from './impersonation-plugin.server.ts'
import { providerPluginsOfFeatures, providersOfFeatures } from './account-hooks.server.ts'
import { accessControlForAuth, organizationAccessForAuth } from './permissions.ts'
import { sameSessionPlugin } from './same-session-plugin.server.ts'
import { withRenewedSignatures } from './signed-cookies.server.ts'
import { verifiedAddressesPlugin, withoutTokens } from './provider-accounts.server.ts'

/** The request store's key of the error that made a better-auth call fail. The response does not contain the error. */
export const authErrorKey = requestKey<unknown>('authError')

/** The header in which `headersForAuth` passes the visitor's address to better-auth. Any value from outside is overwritten. */
const CLIENT_ADDRESS_HEADER = 'x-app-client-address'

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
      // Sessions are renewed in session-lookup.server.ts.
      disableSessionRefresh: true,
      freshAge: session.recentAuthenticationMinutes * MINUTE,
      additionalFields: {
        lastSeenAt: { type: 'date', required: false, input: false },
        secondFactorAt: { type: 'date', required: false, input: false },
      },
    },
    // Off, because code-limits.server.ts limits by email address, network and browser.
    rateLimit: { enabled: false },
    socialProviders: providersOfFeatures(),
    onAPIError: {
      errorURL: `${env.appUrl}${LOGIN_ERROR_PAGE}`,
      onError: (error) => findCurrentRequest()?.store.set(authErrorKey, error),
    },
    advanced: {
      // Without `useSecureCookies: false`, the library would put `__Secure-` before our prefix.
      cookiePrefix: cookiePrefix(),
      useSecureCookies: false,
      defaultCookieAttributes: { secure: env.isHttps },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
      database: { generateId: 'uuid', joins: true },
    },
    logger: {
      log: (level, message, ...details: unknown[]) => {
        const failure = details.find((detail) => detail instanceof Error)
        if (failure) findCurrentRequest()?.store.set(authErrorKey, failure)
        // Any visitor can trigger library warnings, so never log above `warn` here. The handler logs real failures.
        log[level === 'error' || level === 'warn' ? 'warn' : 'debug']({ event: 'auth.library' }, message)
      },
    },
    telemetry: { enabled: false },
    databaseHooks: {
      user: { create: { before: beforeSignUp, after: notifyFeaturesOfSignUp } },
      account: { create: { before: withoutTokens }, update: { before: withoutTokens } },
      session: { create: { before: prepareSession, after: afterSignIn } },
    },
    plugins: [
      // Must precede `sameSessionPlugin`, which removes an invalid session from the headers that this plugin returns.
      ...(env.bearerTokens ? [bearerPlugin] : []),
      sameSessionPlugin,
      // Users enter our codes, but better-auth opens sessions only with its own. So sign-in.server.ts creates one of those, too.
      emailOTP({ storeOTP: 'hashed', expiresIn: MINUTE, sendVerificationOTP: refuseToSend }),
      admin({
        ...accessControlForAuth,
        defaultRole: 'user',
        adminRoles: ['admin'],
        impersonationSessionDuration: session.impersonationMinutes * 60,
      }),
      // Provides the roles and a session's active organization. All actions on organizations are in features/organizations.
      organization({
        ...organizationAccessForAuth,
        schema: { invitation: { modelName: 'organizationInvitation' } },
      }),
      impersonationPlugin,
      // The cast keeps these plugins out of the type of the instance. `verifiedAddressesPlugin` restricts their providers too.
      ...(Object.values(providerPluginsOfFeatures()) as []),
      verifiedAddressesPlugin,
    ],
  })
}

let sharedAuth: ReturnType<typeof createAuth> | undefined

/** Returns the better-auth instance of this process. */
export function auth() {
  sharedAuth ??= createAuth()
  return sharedAuth
}

/** Refuses to send a code. Clients cannot reach better-auth's endpoint for codes, which `sign-in.server.ts` replaces. */
function refuseToSend(): Promise<never> {
  return Promise.reject(new AppError('NOT_FOUND'))
}

/** Converts better-auth's error to an `AppError` if it has one of our codes; returns other errors unchanged. */
export function convertAuthError(error: unknown): unknown {
  const code: unknown = error instanceof APIError ? error.body?.code : undefined
  return isErrorCode(code) ? new AppError(code) : error
}

/** Returns a request's headers for better-auth, with the visitor's real IP address, not one from the headers. */
export function headersForAuth({ headers, address }: RequestContext): Headers {
  const forwarded = new Headers(headers)
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']) forwarded.delete(name)
  forwarded.set(CLIENT_ADDRESS_HEADER, address)
  const cookies = headers.get('cookie')
  if (cookies !== null) forwarded.set('cookie', withRenewedSignatures(cookies))
  return forwarded
}
