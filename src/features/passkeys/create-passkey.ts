import { startRegistration } from '@simplewebauthn/browser'
import { addPasskey, requestPasskeyCreationOptions } from './passkeys.functions.ts'

/**
 * Creates a passkey in the browser, and adds it to the account. Load this module on demand.
 * @throws {AppError} the server's error; or the browser's error (no AppError) if the browser created no passkey
 */
export async function createPasskey(): Promise<void> {
  const answer = await startRegistration({ optionsJSON: await requestPasskeyCreationOptions() })
  const { attestationObject, clientDataJSON, transports } = answer.response
  await addPasskey({ data: { ...answer, response: { attestationObject, clientDataJSON, transports } } })
}
