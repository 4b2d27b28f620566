import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type passkeysTexts from '#locales/en/passkeys.json'

/** Passkeys, which are also the second factor of administrators. */
export const passkeys = {
  texts: { passkeys: textsOf<typeof passkeysTexts>() },
  tables: {
    passkey: { owner: 'user', limit: { most: appConfig.passkey.maxPerUser } },
    passkeyChallenge: {
      owner: { system: 'asked for by a browser before anybody is known; kept for minutes' },
      limit: 'a budget by network limits them; kept for minutes',
    },
    recoveryCode: { owner: 'user', limit: 'ten for each administrator, in place of those before' },
  },
  permissions: {
    passkey: {
      list: ['admin'],
      delete: ['admin'],
    },
  },
  forPrograms: { passkeys: ['passkey:list', 'passkey:delete'] },
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
    'passkey-removed': {},
    'passkeys-reset': { mayBeByAdministrator: true },
    'recovery-code-used': {},
  },
} as const satisfies Feature
