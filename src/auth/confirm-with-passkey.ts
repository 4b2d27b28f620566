import { startAuthentication } from '@simplewebauthn/browser'
import { confirmByPasskey, requestOwnPasskey } from './passkey-confirmation.functions.ts'

/**
 * Has who is signed in show by a passkey that it is them: the session is fresh afterwards, and has its second factor. To be
 * loaded when it is needed.
 * @throws {AppError} what the server answers; the browser's error where no passkey was used
 */
export async function confirmWithPasskey(): Promise<void> {
  const answer = await startAuthentication({ optionsJSON: await requestOwnPasskey() })
  await confirmByPasskey({ data: answer })
}
