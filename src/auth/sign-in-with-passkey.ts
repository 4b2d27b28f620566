import {
  startAuthentication,
  WebAuthnAbortService,
  type AuthenticationResponseJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { appConfig } from '#app.config'
import { postToAuth } from './auth-client.ts'

/** Before the challenge ends, with time left to pick a suggestion and to touch the device. */
const RENEWED_AFTER_MS = (appConfig.passkey.challengeMinutes - 1) * 60_000

/**
 * Signs in with a passkey; the session is in a cookie afterwards. To be loaded when it is needed.
 * @param isAutofill waits until the person picks one among the suggestions for the address, which may be never; otherwise the
 * browser asks at once
 * @throws {AppError} what the server answers; the browser's error where no passkey was used
 */
export async function signInWithPasskey(isAutofill: boolean): Promise<void> {
  const answer = isAutofill
    ? await pickedSuggestion()
    : await startAuthentication({ optionsJSON: await askForOptions() })
  await postToAuth('/sign-in/passkey', answer)
}

/** The suggestions stay for as long as the page is open, their challenge does not: while somebody looks, it is renewed. */
async function pickedSuggestion(): Promise<AuthenticationResponseJSON> {
  let isTooOld = false
  const renewal = setTimeout(() => {
    isTooOld = true
    WebAuthnAbortService.cancelCeremony()
  }, RENEWED_AFTER_MS)
  try {
    return await startAuthentication({ optionsJSON: await askForOptions(), useBrowserAutofill: true })
  } catch (error) {
    if (!isTooOld) throw error
  } finally {
    clearTimeout(renewal)
  }
  await isLookedAt()
  return pickedSuggestion()
}

async function askForOptions(): Promise<PublicKeyCredentialRequestOptionsJSON> {
  return (await postToAuth('/sign-in/passkey/options', {})) as PublicKeyCredentialRequestOptionsJSON
}

/** A tab in the background shall not ask for a challenge every few minutes, all night long. */
function isLookedAt(): Promise<void> {
  if (document.visibilityState === 'visible') return Promise.resolve()
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true })
  })
}
