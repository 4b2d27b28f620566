import { startAuthentication } from '@simplewebauthn/browser'
import { confirmByPasskey, requestOwnPasskey } from './passkey-confirmation.functions.ts'

/**
 * Verifies the signed-in user by a passkey. The session then counts as recently authenticated and has its second factor.
 * Import lazily.
 * @throws {AppError} the server's error; the browser's error if no passkey was used
 */
export async function confirmWithPasskey(): Promise<void> {
  const answer = await startAuthentication({ optionsJSON: await requestOwnPasskey() })
  await confirmByPasskey({ data: answer })
}
