import { environment } from '#env/environment.server.ts'

/** Whether an Origin header names this site. */
export function isOurOrigin(origin: string | null): boolean {
  return origin === environment().appUrl
}

/**
 * Whether a script of this site makes this call: same origin and JSON, which forms and scripts of other sites cannot send
 * without a CORS preflight.
 */
export function isCallOfThisSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const isOurs = isOurOrigin(headers.get('origin')) && (site === null || site === 'same-origin')
  return isOurs && headers.get('content-type')?.startsWith('application/json') === true
}

/**
 * Whether a page of this site sends this form. Pages with `no-referrer` send forms with `Origin: null`, so Sec-Fetch-Site,
 * which scripts cannot forge, is checked before the origin.
 */
export function isFormOfThisSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null ? isOurOrigin(headers.get('origin')) : site === 'same-origin'
}
