import { textsOf, type Feature } from '#feature/feature.ts'
import type keysTexts from '#locales/en/api-keys.json'
import { apiKeysConfig } from './api-keys.config.ts'

/** The API for programs, and its keys. */
export const apiKeys = {
  isOptional: true,
  extensions: { files: ['api'], fields: ['forPrograms'] },
  texts: { 'api-keys': textsOf<typeof keysTexts>() },
  tables: {
    apiKey: { owner: 'user', limit: { most: apiKeysConfig.maxPerUser }, isNeverRestored: true },
    idempotencyKey: {
      owner: { with: 'apiKey' },
      limit: 'one for each change by a key, which its budget limits; kept for a day',
    },
    apiCall: { owner: { with: 'apiKey' }, limit: 'the last calls of each key' },
  },
  permissions: { 'api-key': { manage: ['admin'] } },
  audit: ['api-key-created', 'api-key-revoked'],
  notices: {
    'api-key-created': {},
    'api-key-revoked': { mayBeByAdministrator: true },
  },
} as const satisfies Feature
