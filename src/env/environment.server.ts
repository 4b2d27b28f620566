import path from 'node:path'
import { z } from 'zod'
import { appConfig } from '#app.config'
import { featureSettings } from '#features.start.server.ts'
import { isDemo, findContradictions, findOwnerContradictions } from './contradictions.server.ts'
import {
  readSettings,
  withoutEmpty,
  type Destination,
  type RawEnv,
  type Settings,
  type SettingsValues,
} from './settings.server.ts'
import { LOCAL_DATABASE_VARIABLE, LOCAL_OWNER_VARIABLE, variables } from './variables.server.ts'

/** Settings of a running server, read once at start. In production mode `DATABASE_URL` is set, in local mode it is not. */
export type Environment = ReturnType<typeof readEnvironment>

/** The error that names each invalid variable and its valid values. */
export class EnvironmentError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`Some settings are missing or invalid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'EnvironmentError'
    this.problems = problems
  }
}

/**
 * Reads the settings, after checking every variable and contradictions between variables.
 * @param source `process.env` or a replacement; an empty value counts as absent
 * @param declared the settings of features
 * @throws {EnvironmentError} with each variable that is missing or invalid
 */
export function readEnvironment(source: RawEnv, declared: readonly Settings[] = featureSettings) {
  const given = withoutEmpty(source)
  const parsed = variables.safeParse(given)
  const bad = new Map(
    [parsed, ...declared.map((settings) => z.object(settings.variables).safeParse(given))]
      .flatMap(({ error }) => error?.issues ?? [])
      .map(({ path: [name], message }) => [String(name), `${String(name)} ${message}`]),
  )
  const ofThemTogether = [
    ...missingInProduction(given),
    ...findContradictions(given),
    ...declared.flatMap(({ contradictions }) => contradictions?.(given) ?? []),
  ]
  const problems = [...bad.values(), ...ofThemTogether.filter((problem) => !bad.has(problem.split(' ')[0] ?? ''))]
  if (!parsed.success || problems.length > 0) throw new EnvironmentError(problems)

  const values = parsed.data
  const appUrl = new URL(values.APP_URL ?? `http://localhost:${values.PORT}`).origin
  return {
    isLocal: values.DATABASE_URL === undefined,
    port: values.PORT,
    host: values.HOST,
    webConcurrency: values.WEB_CONCURRENCY,
    appUrl,
    isHttps: appUrl.startsWith('https:'),
    ...databasesOf(values, given),
    history: { retentionDays: values.HISTORY_RETENTION_DAYS, eraseAfterDays: values.HISTORY_ERASE_AFTER_DAYS },
    secret: values.BETTER_AUTH_SECRET ?? '',
    previousSecrets: values.BETTER_AUTH_SECRET_PREVIOUS,
    smtpUrl: values.SMTP_URL,
    resendSecret: values.RESEND_API_KEY,
    emailFrom: values.EMAIL_FROM ?? `${appConfig.name} <no-reply@localhost>`,
    adminEmails: values.ADMIN_EMAILS,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR,
    /** Whether clients without cookies, such as native apps, can send a session's token as a bearer token. */
    bearerTokens: values.BEARER_TOKENS,
    signUpEnabled: values.SIGNUP_ENABLED && !isDemo(values),
    trustedProxies: values.TRUSTED_PROXIES,
    demoMode: isDemo(values),
    /** Whether each visitor of the demo gets a separate database in which changes are allowed. */
    hasSandboxes: values.DEMO_MODE === 'sandbox',
    name: values.ENV_NAME,
    emoji: values.ENV_EMOJI,
    color: values.ENV_COLOR,
    logLevel: values.LOG_LEVEL,
    dataDir: path.resolve(values.DATA_DIR),
  }
}

/** The settings of a program that uses only the database, such as the migrations. */
export type DatabaseSettings = ReturnType<typeof readDatabaseSettings>

/**
 * Reads only the settings of the database, because migrations need neither email nor a secret.
 * @param source `process.env` or a replacement; an empty value counts as absent
 * @throws {EnvironmentError} with each of these variables that is invalid
 */
export function readDatabaseSettings(source: RawEnv) {
  const given = withoutEmpty(source)
  const { data, error } = variables
    .pick({ DATABASE_URL: true, DATABASE_DIRECT_URL: true, DATABASE_OWNER_URL: true, DATA_DIR: true })
    .safeParse(given)
  if (!data) throw new EnvironmentError(error.issues.map(({ path: [name], message }) => `${String(name)} ${message}`))
  const contradictions = findOwnerContradictions(given)
  if (contradictions.length > 0) throw new EnvironmentError(contradictions)
  const { databaseDirectUrl } = databasesOf(data, given)
  return {
    isLocal: data.DATABASE_URL === undefined,
    databaseUrl: databaseDirectUrl,
    /** The URL of the pooler; undefined without a pooler. */
    pooledUrl: data.DATABASE_DIRECT_URL === undefined ? undefined : data.DATABASE_URL,
    /** The URL for the role that owns the tables; equal to the direct URL if one role does everything. */
    ownerUrl: data.DATABASE_OWNER_URL ?? given[LOCAL_OWNER_VARIABLE] ?? databaseDirectUrl,
    dataDir: path.resolve(data.DATA_DIR),
  }
}

type DatabaseVariables = Partial<Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string | undefined>>

function databasesOf(values: DatabaseVariables, given: RawEnv) {
  const databaseUrl = values.DATABASE_URL ?? given[LOCAL_DATABASE_VARIABLE] ?? ''
  return {
    databaseUrl,
    /** The direct URL of PostgreSQL, without a pooler, for migrations and for the job worker, which listens and holds a lock. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? databaseUrl,
    /** Whether `databaseUrl` is the URL of a pooler. */
    isPooled: values.DATABASE_DIRECT_URL !== undefined,
  }
}

let currentEnvironment: Environment | undefined

/** Returns the environment of this process; read and checked at the first call. */
export function environment(): Environment {
  currentEnvironment ??= readEnvironment(process.env)
  return currentEnvironment
}

const valuesOfSettings = new WeakMap<Settings, unknown>()

/** Returns the settings of a feature in this process. The first call reads and checks all settings. */
export function readFeatureSettings<Declared extends Settings>(declared: Declared): SettingsValues<Declared> {
  environment()
  // The cast is safe: only `read.set` below adds values, with the type of their settings.
  const known = valuesOfSettings.get(declared) as SettingsValues<Declared> | undefined
  if (known !== undefined) return known
  const values = readSettings(process.env, declared)
  valuesOfSettings.set(declared, values)
  return values
}

/** Returns the ports and servers that the settings of features refer to. Skips features with invalid settings. */
export function findDestinations(source: RawEnv): Destination[] {
  const given = withoutEmpty(source)
  return featureSettings
    .filter((brought) => z.object(brought.variables).safeParse(given).success)
    .flatMap(({ destinations }) => destinations?.(given) ?? [])
}

/** Returns the names of all variables, of the product and of its features. */
export function variableNames(): string[] {
  return [variables, ...featureSettings.map((brought) => z.object(brought.variables))].flatMap(({ shape }) =>
    Object.keys(shape),
  )
}

/** Returns the secrets whose signatures are valid: first the current secret, which signs new data, then previous secrets. */
export function acceptedSecrets(): string[] {
  const { secret, previousSecrets } = environment()
  return [secret, ...previousSecrets]
}

function missingInProduction(given: RawEnv): string[] {
  if (given.DATABASE_URL === undefined) return []
  const hasTransport = given.SMTP_URL !== undefined || given.RESEND_API_KEY !== undefined
  return [
    given.APP_URL === undefined &&
      'APP_URL is missing: set it to the address that users open, like https://app.example.com',
    given.BETTER_AUTH_SECRET === undefined &&
      'BETTER_AUTH_SECRET is missing: set it to at least 32 random characters (openssl rand -base64 32)',
    !hasTransport && !isDemo(given) && 'SMTP_URL or RESEND_API_KEY is missing: set one of them to send email',
    hasTransport &&
      given.EMAIL_FROM === undefined &&
      'EMAIL_FROM is missing: set it to the sender, like Latchkey <no-reply@example.com>',
  ].filter((problem) => problem !== false)
}
