import path from 'node:path'
import { z } from 'zod'
import { appConfig } from '#app.config'
import { settingsOfFeatures } from '#features.start.server.ts'
import { isDemo, findContradictions, findOwnerContradictions } from './contradictions.server.ts'
import {
  readSettings,
  withoutEmpty,
  type Destination,
  type Given,
  type Settings,
  type ValuesOf,
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
 * Checks every variable, and all variables together.
 * @param source `process.env` or a stand-in; an empty value counts as absent
 * @param brought the settings of features
 * @throws {EnvironmentError} with each variable that is missing or wrong
 */
export function readEnvironment(source: Given, brought: readonly Settings[] = settingsOfFeatures) {
  const given = withoutEmpty(source)
  const parsed = variables.safeParse(given)
  const bad = new Map(
    [parsed, ...brought.map((settings) => z.object(settings.variables).safeParse(given))]
      .flatMap(({ error }) => error?.issues ?? [])
      .map(({ path: [name], message }) => [String(name), `${String(name)} ${message}`]),
  )
  const ofThemTogether = [
    ...whatTheRealThingMisses(given),
    ...findContradictions(given),
    ...brought.flatMap(({ contradictions }) => contradictions?.(given) ?? []),
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
    signUpEnabled: values.SIGNUP_ENABLED && !isDemo(values),
    trustedProxies: values.TRUSTED_PROXIES,
    demoMode: isDemo(values),
    /** Whether each visitor of the demo gets a database of their own, in which they may change things. */
    hasSandboxes: values.DEMO_MODE === 'sandbox',
    name: values.ENV_NAME,
    emoji: values.ENV_EMOJI,
    color: values.ENV_COLOR,
    logLevel: values.LOG_LEVEL,
    dataDir: path.resolve(values.DATA_DIR),
  }
}

/** The settings of a program that only works on the database. */
export type DatabaseSettings = ReturnType<typeof readDatabaseSettings>

/**
 * Reads only the settings of the database, because migrations need neither email nor a secret.
 * @param source `process.env` or a stand-in; an empty value counts as absent
 * @throws {EnvironmentError} with each of these variables that is wrong
 */
export function readDatabaseSettings(source: Given) {
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
    /** The URL of the pooler; undefined without one. */
    pooledUrl: data.DATABASE_DIRECT_URL === undefined ? undefined : data.DATABASE_URL,
    /** The URL for the role that owns the tables; equal to the other URL if one role does everything. */
    ownerUrl: data.DATABASE_OWNER_URL ?? given[LOCAL_OWNER_VARIABLE] ?? databaseDirectUrl,
    dataDir: path.resolve(data.DATA_DIR),
  }
}

type DatabaseVariables = Partial<Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL', string | undefined>>

function databasesOf(values: DatabaseVariables, given: Given) {
  const databaseUrl = values.DATABASE_URL ?? given[LOCAL_DATABASE_VARIABLE] ?? ''
  return {
    databaseUrl,
    /** The URL of PostgreSQL itself, without a pooler. Migrations need it, and the job worker, which listens and holds a lock. */
    databaseDirectUrl: values.DATABASE_DIRECT_URL ?? databaseUrl,
    /** Whether a pooler stands at `databaseUrl`. */
    isPooled: values.DATABASE_DIRECT_URL !== undefined,
  }
}

let current: Environment | undefined

/** The environment of this process; read and checked at the first call. */
export function environment(): Environment {
  current ??= readEnvironment(process.env)
  return current
}

const read = new WeakMap<Settings, unknown>()

/** The settings of a feature in this process; all are read and checked at the first call. */
export function settingsOf<Brought extends Settings>(brought: Brought): ValuesOf<Brought> {
  environment()
  // Only the line below writes, with the type of these settings.
  const known = read.get(brought) as ValuesOf<Brought> | undefined
  if (known !== undefined) return known
  const values = readSettings(process.env, brought)
  read.set(brought, values)
  return values
}

/** The places that the settings of features lead to, but for those that are wrong. */
export function findDestinations(source: Given): Destination[] {
  const given = withoutEmpty(source)
  return settingsOfFeatures
    .filter((brought) => z.object(brought.variables).safeParse(given).success)
    .flatMap(({ destinations }) => destinations?.(given) ?? [])
}

/** The names of all variables, of the product and of its features. */
export function variableNames(): string[] {
  return [variables, ...settingsOfFeatures.map((brought) => z.object(brought.variables))].flatMap(({ shape }) =>
    Object.keys(shape),
  )
}

/** The secrets by which things of ours are known: the one that new things are made with comes first. */
export function acceptedSecrets(): string[] {
  const { secret, previousSecrets } = environment()
  return [secret, ...previousSecrets]
}

function whatTheRealThingMisses(given: Given): string[] {
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
