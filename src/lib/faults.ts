/** The faults that local mode simulates for a browser that chose them; each has its texts in `locales/<lang>/kit.json`. */
export const FAULTS = [
  'slow',
  'very-slow',
  'database-away',
  'too-many',
  'offline',
  'mail-refused',
  'session-expired',
  'slow-texts',
  'failed-files',
] as const

/** The name of a fault. */
export type Fault = (typeof FAULTS)[number]

/** Duration or Retry-After of a fault in seconds. */
export const FAULT_SECONDS: Partial<Record<Fault, number>> = {
  slow: 2,
  'very-slow': 8,
  'database-away': 5,
  'too-many': 30,
  'slow-texts': 4,
}

/** The page where faults are chosen, and the cookie of the active ones. */
export const FAULTS_PAGE = { path: '/dev/faults', cookie: 'faults' }

/** Returns the valid faults in a cookie. */
export function faultsIn(cookie: string | undefined): Fault[] {
  const named = new Set(cookie?.split('.'))
  return FAULTS.filter((fault) => named.has(fault))
}
