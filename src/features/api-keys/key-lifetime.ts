import { endOfDay, isDay } from '#lib/days.ts'

export const DAY_MS = 86_400_000

/** The moment at which a key ends, where this runs: a day counts to its end. @returns ISO 8601; null for a day that is none */
export function endOf({ lifetime, lastDay }: { lifetime: string; lastDay: string }): string | null {
  if (lifetime !== 'until') return new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString()
  return isDay(lastDay) ? endOfDay(lastDay) : null
}
