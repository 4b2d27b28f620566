/** The faults that local mode brings about for the browser that chose them alone; each has its texts in `locales/<lang>/kit.json`. */
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

/** The name of something that can be made to go wrong. */
export type Fault = (typeof FAULTS)[number]

/** The seconds that a fault takes, or asks to wait. */
export const FAULT_SECONDS: Partial<Record<Fault, number>> = {
  slow: 2,
  'very-slow': 8,
  'database-away': 5,
  'too-many': 30,
  'slow-texts': 4,
}

/** The page on which faults are chosen, and the cookie that holds those that are on. */
export const FAULTS_PAGE = { path: '/dev/faults', cookie: 'faults' }

/** The faults that a cookie names; what is none of them is left out. */
export function faultsIn(cookie: string | undefined): Fault[] {
  const named = new Set(cookie?.split('.'))
  return FAULTS.filter((fault) => named.has(fault))
}
