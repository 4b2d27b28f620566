import path from 'node:path'
import ipaddr from 'ipaddr.js'
import { z } from 'zod'
import { appConfig } from '#app.config'

/** The value in `.env.example`: known to everybody, so refused. */
const EXAMPLE_SECRET = 'replace-me-with-openssl-rand-base64-32'
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** Settings of one running server, read once at start. The real thing has a `DATABASE_URL`; local mode has none. */
export type Environment = ReturnType<typeof readEnvironment>

/** Says every variable that is wrong, and what it wants. */
export class EnvironmentError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(`The environment is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`)
    this.name = 'EnvironmentError'
    this.problems = problems
  }
}

const flag = z.enum(['true', 'false'], { error: 'must be true or false' }).transform((text) => text === 'true')
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const webUrl = z
  .string()
  .refine(isWebOrigin, { error: 'must be an http(s) URL without a path, like https://app.example.com' })
const emailAddress = z.email()

const variables = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, { error: 'must be a port number' })
    .transform(Number)
    .refine((port) => port <= 65_535, { error: 'must be a port number' })
    .default(3000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, { error: 'must be a host name or an IP address' })
    .default('127.0.0.1'),
  APP_URL: webUrl.optional(),
  DATABASE_URL: z
    .string()
    .refine((url) => /^postgres(ql)?:\/\/[^/]+/.test(url) && URL.canParse(url), { error: 'must be a postgres:// URL' })
    .optional(),
  LOCAL_DATABASE_URL: z.string().optional(),
  BETTER_AUTH_SECRET: z
    .string()
    .min(32, { error: 'must have at least 32 characters (openssl rand -base64 32)' })
    .refine((secret) => secret !== EXAMPLE_SECRET, { error: 'must not be the example from .env.example' })
    .refine((secret) => new Set(secret).size >= 10, { error: 'must be random (openssl rand -base64 32)' })
    .optional(),
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:\/\/[^/]+/.test(url) && URL.canParse(url), {
      error: 'must be an smtp:// or smtps:// URL',
    })
    .optional(),
  RESEND_API_KEY: z
    .string()
    .regex(/^re_\w+$/, { error: 'must be a Resend API key (re_…)' })
    .optional(),
  EMAIL_FROM: z
    .string()
    .refine(isMailbox, { error: 'must be an address, or a name and an address: Latchkey <no-reply@example.com>' })
    .optional(),
  ADMIN_EMAILS: list
    .pipe(z.array(emailAddress.toLowerCase(), { error: 'must be e-mail addresses separated by commas' }))
    .default([]),
  SIGNUP_ENABLED: flag.default(true),
  TRUSTED_PROXIES: list
    .refine((parts) => parts.every(isAddressOrNetwork), {
      error: 'must be IP addresses or networks separated by commas, like 10.0.0.0/8',
    })
    .default([]),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  DEMO_MODE: flag.default(false),
  ENV_NAME: z.string().max(40, { error: 'must have at most 40 characters' }).optional(),
  ENV_EMOJI: z.string().max(16, { error: 'must be one emoji' }).optional(),
  ENV_COLOR: z
    .string()
    .regex(/^([a-z]{3,30}|#[0-9a-f]{3}|#[0-9a-f]{6})$/i, { error: 'must be a CSS colour name or #rrggbb' })
    .default(appConfig.environment.defaultColor),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  DATA_DIR: z.string().default('.data'),
})

/**
 * Checks every variable and what they mean together.
 * @param source `process.env` or a stand-in; an empty value counts as absent
 * @throws {EnvironmentError} naming each variable that is missing or wrong
 */
export function readEnvironment(source: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  )
  const parsed = variables.safeParse(given)
  if (!parsed.success)
    throw new EnvironmentError(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`))
  const values = parsed.data
  const problems = [...whatTheRealThingMisses(values), ...whatContradicts(values)]
  if (problems.length > 0) throw new EnvironmentError(problems)

  const isLocal = values.DATABASE_URL === undefined
  const appUrl = new URL(values.APP_URL ?? `http://localhost:${values.PORT}`).origin
  return {
    isLocal,
    port: values.PORT,
    host: values.HOST,
    appUrl,
    isHttps: appUrl.startsWith('https:'),
    databaseUrl: values.DATABASE_URL ?? values.LOCAL_DATABASE_URL ?? '',
    secret: values.BETTER_AUTH_SECRET ?? '',
    smtpUrl: values.SMTP_URL,
    resendApiKey: values.RESEND_API_KEY,
    emailFrom: values.EMAIL_FROM ?? `${appConfig.name} <no-reply@localhost>`,
    adminEmails: values.ADMIN_EMAILS,
    signUpEnabled: values.SIGNUP_ENABLED && !values.DEMO_MODE,
    trustedProxies: values.TRUSTED_PROXIES,
    socialProviders: {
      github: credentials(values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET),
      google: credentials(values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET),
    },
    demoMode: values.DEMO_MODE,
    name: values.ENV_NAME,
    emoji: values.ENV_EMOJI,
    color: values.ENV_COLOR,
    logLevel: values.LOG_LEVEL,
    dataDir: path.resolve(values.DATA_DIR),
  }
}

let current: Environment | undefined

/** The environment of this process; read and checked at the first call. */
export function environment(): Environment {
  current ??= readEnvironment(process.env)
  return current
}

function whatTheRealThingMisses(values: z.infer<typeof variables>): string[] {
  if (values.DATABASE_URL === undefined) return []
  const hasTransport = values.SMTP_URL !== undefined || values.RESEND_API_KEY !== undefined
  return [
    values.APP_URL === undefined && 'APP_URL is missing: the address people type, like https://app.example.com',
    values.BETTER_AUTH_SECRET === undefined &&
      'BETTER_AUTH_SECRET is missing: at least 32 random characters (openssl rand -base64 32)',
    !hasTransport && !values.DEMO_MODE && 'SMTP_URL or RESEND_API_KEY is missing: one of them carries the mail',
    hasTransport &&
      values.EMAIL_FROM === undefined &&
      'EMAIL_FROM is missing: the sender, like Latchkey <no-reply@example.com>',
  ].filter((problem) => problem !== false)
}

function whatContradicts(values: z.infer<typeof variables>): string[] {
  const hasTransport = values.SMTP_URL !== undefined || values.RESEND_API_KEY !== undefined
  return [
    values.SMTP_URL !== undefined &&
      values.RESEND_API_KEY !== undefined &&
      'SMTP_URL and RESEND_API_KEY are both set: keep one',
    values.DEMO_MODE && hasTransport && 'DEMO_MODE sends no mail: remove SMTP_URL and RESEND_API_KEY',
    ...(['GITHUB', 'GOOGLE'] as const).map((provider) => {
      const [id, secret] = [values[`${provider}_CLIENT_ID`], values[`${provider}_CLIENT_SECRET`]]
      if ((id === undefined) === (secret === undefined)) return false
      return `${provider}_CLIENT_${id === undefined ? 'ID' : 'SECRET'} is missing: both or none`
    }),
  ].filter((problem) => problem !== false)
}

function credentials(clientId: string | undefined, clientSecret: string | undefined) {
  return clientId !== undefined && clientSecret !== undefined ? { clientId, clientSecret } : undefined
}

function isWebOrigin(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  return ['http:', 'https:'].includes(url.protocol) && url.pathname === '/' && url.search === '' && url.username === ''
}

function isMailbox(text: string): boolean {
  const address = /^[^<>\r\n]*<([^<>\s]+)>$/.exec(text)?.[1] ?? text
  return emailAddress.safeParse(address).success
}

function isAddressOrNetwork(text: string): boolean {
  return text.includes('/') ? ipaddr.isValidCIDR(text) : ipaddr.isValid(text)
}
