import {
  startAuthentication,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { appConfig } from '#app.config'
import { postToAuth } from './auth-client.ts'

/** Time after which the challenge is renewed: a minute before it expires, to leave time for using a picked passkey. */
const RENEWED_AFTER_MS = (appConfig.passkey.challengeMinutes - 1) * 60_000

/**
 * Signs in with a passkey; the response sets the session cookie. Import this module lazily.
 * @param isAutofill whether to wait, possibly forever, until the user picks a passkey among the autofill suggestions; otherwise
 * the browser prompts at once
 * @throws {AppError} the server's error; the browser's error if no passkey was used
 */
export async function signInWithPasskey(isAutofill: boolean): Promise<void> {
  const answer = isAutofill
    ? await waitForSuggestion()
    : await startAuthentication({ optionsJSON: await fetchOptions() })
  await postToAuth('/sign-in/passkey', answer)
}

/** Waits until the user picks a suggestion. Suggestions have no timeout, so renews the challenge while the page is visible. */
async function waitForSuggestion(): Promise<AuthenticationResponseJSON> {
  let isTooOld = false
  const renewal = setTimeout(() => {
    isTooOld = true
    WebAuthnAbortService.cancelCeremony()
  }, RENEWED_AFTER_MS)
  try {
    return await startAuthentication({ optionsJSON: await fetchOptions(), useBrowserAutofill: true })
  } catch (error) {
    if (!isTooOld) throw error
  } finally {
    clearTimeout(renewal)
  }
  await untilVisible()
  return waitForSuggestion()
}

async function fetchOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await postToAuth('/sign-in/passkey/options', {})) as PublicKeyCredentialRequestOptionsJSON
}

/** Waits until the page is visible, so that a background tab does not renew its challenge all night. */
function untilVisible(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
