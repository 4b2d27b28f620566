import { startAuthentication } from '@simplewebauthn/browser'
import { verifyPasskeyConfirmation, requestPasskeyConfirmation } from './passkey-confirmation.functions.ts'

/**
 * Verifies the signed-in user by a passkey. The session then counts as recently authenticated, also by a second factor.
 * Import this module lazily.
 * @throws {AppError} the server's error; the browser's error if no passkey was used
 */
export async function confirmWithPasskey(): Promise<void> {
  const answer = await startAuthentication({ optionsJSON: await requestPasskeyConfirmation() })
  await verifyPasskeyConfirmation({ data: answer })
}
