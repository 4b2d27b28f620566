import { parseDatabaseUrl, problemOfDatabaseUrl } from './database-url.server.ts'
import { isIpAddress, isLoopback } from './formats.server.ts'
import type { RawEnv } from './settings.server.ts'

/** Whether the server is a demo of any kind. */
export function isDemo({ DEMO_MODE }: { DEMO_MODE?: string | undefined }): boolean {
  return DEMO_MODE === 'true' || DEMO_MODE === 'sandbox'
}

/** Lists contradictions between variables that are valid separately, as sentences that begin with the name of a variable. */
export function findContradictions(given: RawEnv): string[] {
  return [
    ...mailContradictions(given),
    ...databaseContradictions(given),
    ...findOwnerContradictions(given),
    ...secretContradictions(given),
    ...hostContradictions(given),
    ...passkeyContradictions(given),
    ...(isDemo(given) && given.BEARER_TOKENS === 'true'
      ? ["BEARER_TOKENS isn't for demos, which recognize visitors by cookies: remove it"]
      : []),
  ]
}

/** Lists contradictions between the database URLs of the application and of the owner, as sentences. */
export function findOwnerContradictions({ DATABASE_URL: app, DATABASE_OWNER_URL: owner }: RawEnv): string[] {
  if (owner === undefined) return []
  if (app === undefined) return ['DATABASE_OWNER_URL is set without DATABASE_URL: set both, or neither for local mode']
  if ([app, owner].some((url) => problemOfDatabaseUrl(url) !== undefined)) return []
  return parseDatabaseUrl(app).user === parseDatabaseUrl(owner).user
    ? ['DATABASE_OWNER_URL must use a different role than DATABASE_URL: remove it if one role does everything']
    : []
}

function mailContradictions({ SMTP_URL: smtp, RESEND_API_KEY: resend, DEMO_MODE: demo }: RawEnv): string[] {
  return [
    ...(smtp !== undefined && resend !== undefined ? ['SMTP_URL and RESEND_API_KEY are both set: keep one'] : []),
    ...(isDemo({ DEMO_MODE: demo }) && (smtp ?? resend) !== undefined
      ? ['DEMO_MODE sends no email: remove SMTP_URL and RESEND_API_KEY']
      : []),
  ]
}

function databaseContradictions(given: RawEnv): string[] {
  if (given.DATABASE_DIRECT_URL === undefined) return []
  if (given.DATABASE_URL === undefined)
    return ['DATABASE_DIRECT_URL is set without DATABASE_URL: set both, or neither for local mode']
  return given.DATABASE_URL === given.DATABASE_DIRECT_URL
    ? ['DATABASE_DIRECT_URL is the same as DATABASE_URL: remove it']
    : []
}

function secretContradictions({ BETTER_AUTH_SECRET: secret, BETTER_AUTH_SECRET_PREVIOUS: previous }: RawEnv): string[] {
  return secret !== undefined && previous?.includes(secret) === true
    ? ['BETTER_AUTH_SECRET_PREVIOUS contains BETTER_AUTH_SECRET: list only the other secrets that are still accepted']
    : []
}

function hostContradictions({ DATABASE_URL, HOST }: RawEnv): string[] {
  return DATABASE_URL === undefined && HOST !== undefined && !isLoopback(HOST)
    ? [
        'HOST must be 127.0.0.1 without DATABASE_URL: local mode shows all sign-in codes, so it must not be reachable from outside',
      ]
    : []
}

/** Lists contradictions about passkeys. Browsers create passkeys only for domain names, over HTTPS or for localhost. */
function passkeyContradictions({ ADMIN_SECOND_FACTOR, APP_URL = '', DEMO_MODE }: RawEnv): string[] {
  if (ADMIN_SECOND_FACTOR !== 'passkey') return []
  const { protocol, hostname } = new URL(URL.parse(APP_URL) ?? 'http://localhost')
  const canMakeThem = !isIpAddress(hostname) && (protocol === 'https:' || hostname === 'localhost')
  return [
    ...(canMakeThem
      ? []
      : [
          "ADMIN_SECOND_FACTOR needs an APP_URL with https and a host name: browsers don't create passkeys for other addresses",
        ]),
    ...(isDemo({ DEMO_MODE })
      ? ["ADMIN_SECOND_FACTOR locks administrators out of a demo: passkeys can't be added there"]
      : []),
  ]
}
