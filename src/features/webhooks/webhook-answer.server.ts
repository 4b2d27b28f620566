import { webhooksConfig } from './webhooks.config.ts'

const { mostWishedSeconds } = webhooksConfig

/** Returns the seconds in a Retry-After header (number or date), at most `mostWishedSeconds`; 0 if absent or invalid. */
export function wishedPauseIn(header: string | undefined): number {
  if (header === undefined) return 0
  const seconds = /^\s*\d+\s*$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Math.min(Math.max(Math.ceil(seconds) || 0, 0), mostWishedSeconds)
}

/** Converts a body to text that PostgreSQL can store. */
export function asText(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '\uFFFD')
}
