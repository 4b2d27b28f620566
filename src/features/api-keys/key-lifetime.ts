import { endOfDay, isDay } from '#lib/days.ts'

export const DAY_MS = 86_400_000

/** Returns when a key expires; a last day ends at midnight in the local time zone. @returns ISO 8601; null for an invalid day */
export function expiryOf({ lifetime, lastDay }: { lifetime: string; lastDay: string }): string | null {
  if (lifetime !== 'until') return new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()
  return isDay(lastDay) ? endOfDay(lastDay) : null
}
