import { appConfig } from '#app.config'
import type { SessionContext } from '#auth/current-session.server.ts'
import { requireRecentAuthentication } from '#auth/recent-authentication.server.ts'
import { knownTransports, type Attestation } from '#auth/passkey-answers.ts'
import {
  consumeChallenge,
  storeChallenge,
  consumeChallengeLimit,
  type PasskeyUse,
} from '#auth/passkey-challenge.server.ts'
import {
  credentialsOf,
  passkeyRequirements,
  loadWebAuthn,
  relyingParty,
  requireVerified,
  userHandle,
} from '#auth/passkey-redemption.server.ts'
import { refuseIfSecondFactorMissing } from '#auth/second-factor.server.ts'
import { mapDatabaseErrors, type Violation } from '#db/violations.ts'
import { AppError } from '#lib/app-error.ts'
import { displayNameOf } from '#lib/names.ts'
import { defaultPasskeyName } from './passkey-makers.server.ts'
import { addVerifiedPasskey } from './passkeys.server.ts'

/** The violation for a credential ID that is already registered, which only a manipulated browser can send. */
const duplicatePasskey: Violation = {
  code: '23505',
  constraint: 'passkey_credential_id_unique',
  error: 'PASSKEY_REFUSED',
}

/**
 * Returns the options with which the browser creates a passkey: discoverable, and with user verification by the device.
 * @throws {AppError} SESSION_EXPIRED, SECOND_FACTOR_REQUIRED, TOO_MANY_PASSKEYS, TOO_MANY_REQUESTS
 */
export async function requestPasskeyCreationOptions(context: SessionContext) {
  const { db, session } = context
  const { id, email } = session.viewer
  await requireRecentAuthentication(db, session.id)
  await refuseIfSecondFactorMissing(db, session)
  await consumeChallengeLimit(context)
  const known = await credentialsOf(db, id)
  if (known.length >= appConfig.passkey.maxPerUser) throw new AppError('TOO_MANY_PASSKEYS')
  const { generateRegistrationOptions } = await loadWebAuthn()
  // Do not request the library's default extensions, because their results are not used.
  const { extensions: _extensions, ...options } = await generateRegistrationOptions({
    rpName: appConfig.name,
    rpID: relyingParty().id,
    userID: userHandle(id),
    userName: email,
    userDisplayName: displayNameOf(session.viewer),
    attestationType: 'none',
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await storeChallenge(context, passkeyUseForAdding(context), options.challenge)
  return options
}

/**
 * Adds the passkey that the browser created.
 * @throws {AppError} SESSION_EXPIRED, SECOND_FACTOR_REQUIRED, PASSKEY_REFUSED, PASSKEY_EXPIRED, TOO_MANY_PASSKEYS,
 * TOO_MANY_REQUESTS
 */
export async function addPasskey(context: SessionContext, answer: Attestation): Promise<void> {
  await requireRecentAuthentication(context.db, context.session.id)
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const challenge = await consumeChallenge(context, passkeyUseForAdding(context), answer.response.clientDataJSON)
  const { credential, aaguid } = await verifyAttestation(verifyRegistrationResponse, answer, challenge)
  const name = defaultPasskeyName(aaguid, context.request.headers.get('user-agent'))
  const { id: credentialId, publicKey, counter } = credential
  await mapDatabaseErrors([duplicatePasskey], () =>
    addVerifiedPasskey(context, {
      credentialId,
      publicKey,
      counter,
      transports: knownTransports(answer.response.transports),
      name,
    }),
  )
}

function verifyAttestation(
  verify: Awaited<ReturnType<typeof loadWebAuthn>>['verifyRegistrationResponse'],
  answer: Attestation,
  challenge: string,
) {
  const response = { ...answer.response, transports: knownTransports(answer.response.transports) }
  return requireVerified(async () => {
    const sent = { ...answer, response, clientExtensionResults: {} }
    return (await verify({ ...passkeyRequirements(challenge), response: sent })).registrationInfo
  })
}

function passkeyUseForAdding({ session }: SessionContext): PasskeyUse {
  return { purpose: 'add', sessionId: session.id }
}
