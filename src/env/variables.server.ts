import { z } from 'zod'
import { appConfig } from '#app.config'
import {
  databaseUrlVariable,
  daysVariable,
  flagVariable,
  hostVariable,
  listVariable,
  portVariable,
  textVariable,
} from './fields.server.ts'
import * as formats from './formats.server.ts'

/** The value in `.env.example`, which is public and therefore rejected. */
const EXAMPLE_SECRET = 'replace-me-with-openssl-rand-base64-32'
const MIN_SECRET_LENGTH = 32
const MAX_PROCESSES = 64
/** The minimum retention of the history, in days. The database enforces it too (migration 0011). */
const MIN_RETENTION_DAYS = 30
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const

/** All variables of the product itself, with their schemas and defaults. Features add more. */
export const variables = z.object({
  PORT: portVariable().default(3000),
  HOST: hostVariable(),
  WEB_CONCURRENCY: textVariable(
    (count) => /^[1-9]\d?$/.test(count) && Number(count) <= MAX_PROCESSES,
    `must be a number of processes, 1 to ${MAX_PROCESSES}`,
  )
    .transform(Number)
    .default(1),
  APP_URL: textVariable(
    formats.isWebOrigin,
    'must be an http(s) URL without a path, like https://app.example.com',
  ).optional(),
  DATABASE_URL: databaseUrlVariable().optional(),
  DATABASE_DIRECT_URL: databaseUrlVariable().optional(),
  DATABASE_OWNER_URL: databaseUrlVariable().optional(),
  HISTORY_RETENTION_DAYS: daysVariable(MIN_RETENTION_DAYS).optional(),
  HISTORY_ERASE_AFTER_DAYS: daysVariable(1).default(30),
  BETTER_AUTH_SECRET: textVariable((secret) => secret !== EXAMPLE_SECRET, 'must not be the example from .env.example')
    .refine((secret) => secret.length >= MIN_SECRET_LENGTH, {
      error: `must have at least ${MIN_SECRET_LENGTH} characters (openssl rand -base64 32)`,
      abort: true,
    })
    .refine(formats.isRandom, { error: 'must be random (openssl rand -base64 32)' })
    .optional(),
  BETTER_AUTH_SECRET_PREVIOUS: listVariable()
    .refine((secrets) => secrets.every((secret) => secret.length >= MIN_SECRET_LENGTH && formats.isRandom(secret)), {
      error: 'must be secrets that meet the rules of BETTER_AUTH_SECRET, separated by commas',
    })
    .default([]),
  SMTP_URL: textVariable(
    (url) => formats.isUrlOf(['smtp', 'smtps'], url),
    'must be an smtp:// or smtps:// URL',
  ).optional(),
  RESEND_API_KEY: textVariable((key) => /^re_\w+$/.test(key), 'must be a Resend API key (re_…)').optional(),
  EMAIL_FROM: textVariable(
    formats.isMailbox,
    'must be an email address, with or without a name, like Latchkey <no-reply@example.com>',
  ).optional(),
  ADMIN_EMAILS: listVariable()
    .transform((addresses) => addresses.map((address) => address.toLowerCase()))
    .refine((addresses) => addresses.every(formats.isEmailAddress), {
      error: 'must be email addresses separated by commas',
    })
    .default([]),
  SIGNUP_ENABLED: flagVariable().default(true),
  BEARER_TOKENS: flagVariable().default(false),
  ADMIN_SECOND_FACTOR: z.enum(['off', 'passkey'], { error: 'must be off or passkey' }).default('off'),
  TRUSTED_PROXIES: listVariable()
    .refine((parts) => parts.every(formats.isAddressOrNetwork), {
      error: 'must be IP addresses or networks separated by commas, like 10.0.0.0/8',
    })
    .default([]),
  DEMO_MODE: z.enum(['true', 'false', 'sandbox'], { error: 'must be true, false or sandbox' }).default('false'),
  ENV_NAME: textVariable((name) => name.length <= 40, 'must have at most 40 characters').optional(),
  ENV_EMOJI: textVariable(formats.isOneEmoji, 'must be one emoji').optional(),
  ENV_COLOR: textVariable(formats.isCssColor, 'must be a CSS color name or #rrggbb').default(
    appConfig.environment.defaultColor,
  ),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  DATA_DIR: z.string().default('.data'),
})

/** The variable with the URL of the embedded PostgreSQL. Only the scripts of local mode set it. */
export const LOCAL_DATABASE_VARIABLE = 'LOCAL_DATABASE_URL'
/** The variable with the URL of the embedded PostgreSQL for the owner of the tables. Only the scripts of local mode set it. */
export const LOCAL_OWNER_VARIABLE = 'LOCAL_DATABASE_OWNER_URL'
