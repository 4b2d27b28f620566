import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import type { RequestContext, Next } from '#request/request-context.server.ts'

const SECURITY_TXT_PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000
/** Validity in days; RFC 9116 recommends less than a year. The expiry date is computed when the file is served. */
const VALID_DAYS = 180

/** Middleware: answers /.well-known/security.txt, which security researchers read to report a vulnerability. */
export function handleSecurityTxt(request: Request, { url }: RequestContext, next: Next) {
  const isAsked = url.pathname === SECURITY_TXT_PATH && (request.method === 'GET' || request.method === 'HEAD')
  return isAsked
    ? new Response(securityTxt(), { headers: { 'Content-Type': 'text/plain; charset=utf-8' } })
    : next(request)
}

function securityTxt(): string {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS
  return [
    `Contact: ${appConfig.securityContact}`,
    `Expires: ${new Date(today + VALID_DAYS * DAY_MS).toISOString()}`,
    `Preferred-Languages: ${appConfig.languages.join(', ')}`,
    `Canonical: ${environment().appUrl}${SECURITY_TXT_PATH}`,
    '',
  ].join('\n')
}
