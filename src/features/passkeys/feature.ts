import { textsOf, type Feature } from '#feature/feature.ts'
import type passkeysTexts from '#locales/en/passkeys.json'

/** Passkeys, and the second factor that they are for administrators. */
export const passkeys = {
  texts: { passkeys: textsOf<typeof passkeysTexts>() },
  permissions: {
    passkey: {
      list: ['admin'],
      delete: ['admin'],
    },
  },
  audit: [
    'passkey-added',
    'passkey-renamed',
    'passkey-removed',
    'passkey-refused',
    'recovery-codes-made',
    'recovery-code-used',
  ],
  notices: {
    'passkey-added': {},
    'passkey-removed': { mayBeByAdministrator: true },
    'recovery-code-used': {},
  },
} as const satisfies Feature
