import { textsOf, type Feature } from '#feature/feature.ts'
import type systemTexts from '#locales/en/system.json'

/** The page about processes, job queue and rate limits. */
export const system = {
  isOptional: true,
  texts: { system: textsOf<typeof systemTexts>() },
  tables: {
    serverProcess: { owner: { system: 'processes of the server' }, limit: 'one for each process of the server' },
  },
  permissions: {
    system: {
      read: ['admin'],
      manage: ['admin'],
    },
  },
  audit: ['mail-retried', 'mail-dropped', 'limit-lifted'],
} as const satisfies Feature
