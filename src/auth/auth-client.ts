import { AppError, findAppErrorIn } from '#lib/app-error.ts'
import { announceDemoRefusal } from '#lib/browser.ts'

/** Asks for a login code to be sent to this address. */
export function askForCode(email: string): Promise<unknown> {
  return post('/email-otp/send-verification-otp', { email, type: 'sign-in' })
}

/** Signs in with a code; the session is in a cookie afterwards. */
export function signInWithCode(email: string, code: string): Promise<unknown> {
  return post('/sign-in/email-otp', { email, otp: code })
}

/** Signs in through another site: the browser leaves for it. */
export async function signInWithProvider(provider: string, callbackURL: string): Promise<void> {
  const { url } = (await post('/sign-in/social', { provider, callbackURL })) as { url?: string }
  if (url) window.location.assign(url)
}

/** Ends the session of this browser. */
export function signOut(): Promise<unknown> {
  return post('/sign-out', {})
}

/** Ends acting as somebody: the administrator's own session is in the cookie afterwards. */
export function stopImpersonating(): Promise<unknown> {
  return post('/admin/stop-impersonating', {})
}

// better-auth's own client would add 11 KB to the first page for these five calls.
async function post(path: string, body: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(`/api/auth${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    })
  } catch {
    throw new AppError('NO_CONNECTION')
  }
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer ?? {}
  const error = findAppErrorIn(answer) ?? new AppError('UNKNOWN_ERROR')
  announceDemoRefusal(error)
  throw error
}
