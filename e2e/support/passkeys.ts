import { type CDPSession, expect, type Page } from '@playwright/test'
import type { App } from './app.ts'
import { Authenticator } from './authenticator.ts'
import { callFunction } from './server-function.ts'
import type { Visitor } from './visitor.ts'

type Options = Parameters<Authenticator['answer']>[0]

/** Adds a passkey to the account of the signed-in visitor. */
export async function addPasskey(app: App, visitor: Visitor): Promise<Authenticator> {
  const authenticator = new Authenticator(app.url)
  const { result, error } = await callFunction(visitor, 'passkeys.requestPasskeyCreationOptions', undefined, 'POST')
  expect(error).toBeUndefined()
  const added = await callFunction(visitor, 'passkeys.addPasskey', authenticator.create(result as Options), 'POST')
  expect(added).toMatchObject({ status: 200 })
  return authenticator
}

/** Requests a challenge to sign in with. */
export async function requestChallenge(visitor: Visitor): Promise<Options> {
  const { status, body } = await visitor.post('/api/auth/sign-in/passkey/options')
  expect(status).toBe(200)
  return body as Options
}

/** Signs in with a passkey. @returns the response of the server */
export async function signInByPasskey(
  visitor: Visitor,
  authenticator: Authenticator,
  behaviour: Parameters<Authenticator['answer']>[1] = {},
) {
  const options = await requestChallenge(visitor)
  return visitor.post('/api/auth/sign-in/passkey', authenticator.answer(options, behaviour))
}

/** Confirms the identity of the signed-in visitor with a passkey. @returns the response of the server */
export async function confirmByPasskey(visitor: Visitor, authenticator: Authenticator) {
  const { result } = await callFunction(visitor, 'passkey-confirmation.requestPasskeyConfirmation', undefined, 'POST')
  const answer = authenticator.answer(result as Options)
  return callFunction(visitor, 'passkey-confirmation.verifyPasskeyConfirmation', answer, 'POST')
}

/** Gives a page's browser a virtual device that stores passkeys and responds by itself. */
export async function addVirtualDevice(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the device's user passes the verification by the device, and whether the user touches the device. */
    set: async ({ isUserVerified, isPresent }: { isUserVerified?: boolean; isPresent?: boolean }) => {
      if (isUserVerified !== undefined) await cdp.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
      if (isPresent !== undefined)
        await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled: isPresent })
    },
    remove: () => cdp.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId }),
  }
}
