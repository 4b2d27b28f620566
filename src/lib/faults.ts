/**
 * The faults that local mode simulates for a browser that chose them, with the duration or the Retry-After of each in seconds.
 * Each has its texts in `locales/<lang>/kit.json`.
 */
export const FAULT_SECONDS = {
  slow: 2,
  'very-slow': 8,
  'database-away': 5,
  'too-many': 30,
  offline: 0,
  'mail-refused': 0,
  'session-expired': 0,
  'slow-texts': 4,
  'failed-files': 0,
}

/** The name of a fault. */
export type Fault = keyof typeof FAULT_SECONDS

/** The names of all faults. */
export const FAULTS = Object.keys(FAULT_SECONDS) as Fault[]

/** The page where faults are chosen, and the cookie of the active ones. */
export const FAULTS_PAGE = { path: '/dev/faults', cookie: 'faults' }

/** Returns the valid faults in a cookie. */
export function faultsIn(cookie: string | undefined): Fault[] {
  const named = new Set(cookie?.split('.'))
  return FAULTS.filter((fault) => named.has(fault))
}
