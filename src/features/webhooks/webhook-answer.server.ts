import { webhooksConfig } from './webhooks.config.ts'

const { mostWishedSeconds } = webhooksConfig

/** Returns the seconds of a Retry-After header, a number or a date, up to the most that we grant; 0 for none. */
export function wishedPauseIn(header: string | undefined): number {
  if (header === undefined) return 0
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Math.min(Math.max(Math.ceil(seconds) || 0, 0), mostWishedSeconds)
}

/** Converts a body to text that PostgreSQL can store. */
export function asText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\uFFFD')
}
