import { AppError, findAppErrorIn } from '#lib/app-error.ts'
import { announceDemoRefusal } from '#lib/browser.ts'

/**
 * Requests a login code for this address. If the server demands proof of work, this browser solves it.
 * @param onWork called when the proof of work starts, which takes seconds
 */
export async function requestCode(email: string, onWork?: () => void): Promise<unknown> {
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

/** Signs in with a code. The response sets the session cookie. */
export function signInWithCode(email: string, code: string): Promise<unknown> {
  return postToAuth('/sign-in/email-otp', { email, otp: code })
}

/** Ends the session of this browser. */
export function signOut(): Promise<unknown> {
  return postToAuth('/sign-out', {})
}

/** Ends the impersonation and restores the administrator's own session in the cookie. */
export function stopImpersonating(): Promise<unknown> {
  return postToAuth('/admin/stop-impersonating', {})
}

/**
 * Calls an endpoint under /api/auth. better-auth's own client would add 11 KB to the first page.
 * @throws {AppError} the server's error; NO_CONNECTION if there is no response
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
  return readJsonOrThrow(response)
}

/** Returns the JSON in a response, or an empty object. @throws {AppError} the server's error */
export async function readJsonOrThrow(response: Response): Promise<unknown> {
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer ?? {}
  const error = findAppErrorIn(answer) ?? new AppError('UNKNOWN_ERROR')
  announceDemoRefusal(error)
  throw error
}
