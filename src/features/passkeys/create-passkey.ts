import { startRegistration } from '@simplewebauthn/browser'
import { addPasskey, requestNewPasskey } from './passkeys.functions.ts'

/**
 * Has the browser make a passkey, and adds it to the account. To be loaded when it is needed.
 * @throws {AppError} what the server answers; the browser's error where none was made
 */
export async function createPasskey(): Promise<void> {
  const answer = await startRegistration({ optionsJSON: await requestNewPasskey() })
  const { attestationObject, clientDataJSON, transports } = answer.response
  await addPasskey({ data: { ...answer, response: { attestationObject, clientDataJSON, transports } } })
}
