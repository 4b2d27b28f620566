import { AppError, findAppErrorIn } from '#lib/app-error.ts'
import { announceDemoRefusal } from '#lib/browser.ts'

/**
 * Asks for a login code to be sent to this address. Where the server wants work for it, this browser does it, if it can.
 * @param onWork told when the work begins, which takes seconds
 */
export async function askForCode(email: string, onWork?: () => void): Promise<unknown> {
  const ask = (work?: object) => postToAuth('/email-otp/send-verification-otp', { email, type: 'sign-in', work })
  try {
    return await ask()
  } catch (refusal) {
    const challenge = refusal instanceof AppError && refusal.details.challenge
    if (!challenge) throw refusal
    onWork?.()
    const solved = await import('#one-time-code/solve-challenge.ts')
      .then(({ solveChallenge }) => solveChallenge(challenge))
      .catch(() => Promise.reject(refusal))
    return ask(solved)
  }
}

/** Signs in with a code; the session is in a cookie afterwards. */
export function signInWithCode(email: string, code: string): Promise<unknown> {
  return postToAuth('/sign-in/email-otp', { email, otp: code })
}

/** Ends the session of this browser. */
export function signOut(): Promise<unknown> {
  return postToAuth('/sign-out', {})
}

/** Ends acting as somebody: the administrator's own session is in the cookie afterwards. */
export function stopImpersonating(): Promise<unknown> {
  return postToAuth('/admin/stop-impersonating', {})
}

/**
 * Makes a call under /api/auth. better-auth's own client would add 11 KB to the first page.
 * @throws {AppError} what the server answers; NO_CONNECTION where it does not
 */
export async function postToAuth(path: string, body: object): Promise<unknown> {
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
