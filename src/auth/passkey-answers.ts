import * as z from 'zod/mini'

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(10_000))
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** The answer of a passkey to a challenge. What else browsers send along is dropped. */
export const assertionInput = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
})
export type Assertion = z.infer<typeof assertionInput>

/** A new passkey, as the browser hands it over. */
export const attestationInput = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // New ways to reach a passkey come up; those that nobody here knows are of no use.
    transports: z._default(z.array(z.string().check(z.maxLength(40))), []),
  }),
})
export type Attestation = z.infer<typeof attestationInput>

export type Transport = (typeof TRANSPORTS)[number]

/** The ways to reach a passkey that are known here. */
export function knownTransports(told: string[]): Transport[] {
  return TRANSPORTS.filter((transport) => told.includes(transport))
}
