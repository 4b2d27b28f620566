import { environment } from '#env/environment.server.ts'

/** Whether an Origin header names this site. */
export function isOurOrigin(origin: string | null): boolean {
  return origin === environment().appUrl
}

/**
 * Whether a script of this site makes this call: with its origin, as JSON, which forms and scripts of other sites cannot
 * send without asking first.
 */
export function isCallOfThisSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  const isOurs = isOurOrigin(headers.get('origin')) && (site === null || site === 'same-origin')
  return isOurs && headers.get('content-type')?.startsWith('application/json') === true
}

/**
 * Whether a page of this site sends this form. Pages that tell no referrer have their forms sent with `Origin: null`: what
 * the browser says of the site, which cannot be forged, counts before the origin.
 */
export function isFormOfThisSite({ headers }: Request): boolean {
  const site = headers.get('sec-fetch-site')
  return site === null ? isOurOrigin(headers.get('origin')) : site === 'same-origin'
}
