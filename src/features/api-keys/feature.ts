import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type keysTexts from '#locales/en/keys.json'

/** The API for programs, and the keys that open it. */
export const apiKeys = {
  texts: { keys: textsOf<typeof keysTexts>() },
  tables: {
    apiKey: { owner: 'user', limit: { most: appConfig.apiKey.mostPerPerson } },
    idempotencyKey: {
      owner: { with: 'apiKey' },
      limit: 'one for each change by a key, which its budget limits; kept for a day',
    },
  },
  permissions: {
    'api-key': {
      manage: ['admin'],
    },
  },
  audit: ['api-key-created', 'api-key-revoked'],
  notices: {
    'api-key-created': {},
    'api-key-revoked': { mayBeByAdministrator: true },
  },
} as const satisfies Feature
