import { appConfig } from '#app.config'
import { environment } from '#env/environment.server.ts'
import type { RequestContext } from '#request/request-context.server.ts'
import type { Next } from '#request/handler.ts'

const PATH = '/.well-known/security.txt'
const DAY_MS = 86_400_000
/** RFC 9116 asks for less than a year. Whoever serves this file vouches for it anew each day. */
const VALID_DAYS = 180

/** Step: answers /.well-known/security.txt, where people look who have found a fault. */
export function answerSecurityTxt(request: Request, { url }: RequestContext, next: Next) {
  const isAsked = url.pathname === PATH && (request.method === 'GET' || request.method === 'HEAD')
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
    `Canonical: ${environment().appUrl}${PATH}`,
    '',
  ].join('\n')
}
