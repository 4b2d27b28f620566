import * as z from 'zod/mini'

const base64url = z.string().check(z.regex(/^[\w-]+$/), z.maxLength(10_000))
const credentialShape = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const

/** A passkey's answer to a challenge (the assertion). Additional fields are dropped. */
export const assertionInput = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.optional(base64url),
  }),
})
export type Assertion = z.infer<typeof assertionInput>

/** The data of a new passkey that the browser sends (the attestation). */
export const attestationInput = z.object({
  ...credentialShape,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    // Ignore unknown transports, because browsers add new ones.
    transports: z._default(z.array(z.string().check(z.maxLength(40))), []),
  }),
})
export type Attestation = z.infer<typeof attestationInput>

export type Transport = (typeof TRANSPORTS)[number]

/** Returns the transports that a browser reports, without unknown ones. */
export function knownTransports(reported: string[]): Transport[] {
  return TRANSPORTS.filter((transport) => reported.includes(transport))
}
