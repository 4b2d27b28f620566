import { webhooksConfig } from './webhooks.config.ts'

const { maxRetryAfterSeconds } = webhooksConfig

/** Returns the seconds in a Retry-After header (number or date), at most `maxRetryAfterSeconds`; 0 if absent or invalid. */
export function parseRetryAfter(header: string | undefined): number {
  if (header === undefined) return 0
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Math.min(Math.max(Math.ceil(seconds) || 0, 0), maxRetryAfterSeconds)
}

/** Converts a body to text that PostgreSQL can store. */
export function toStorableText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\uFFFD')
}
