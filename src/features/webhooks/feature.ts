import { textsOf, type Feature } from '#feature/feature.ts'
import type webhooksTexts from '#locales/en/webhooks.json'
import { webhooksConfig } from './webhooks.config.ts'

/** Webhooks: URLs, chosen by administrators, that receive events. */
export const webhooks = {
  isOptional: true,
  extensions: { files: ['webhooks'], fields: ['sentEvents'] },
  texts: { webhooks: textsOf<typeof webhooksTexts>() },
  tables: {
    webhook: {
      owner: { system: 'all administrators look after them together' },
      limit: { most: webhooksConfig.max },
    },
    webhookDelivery: {
      owner: { with: 'webhook' },
      limit: 'one for each event and webhook, and for each test, which a rate limit bounds',
    },
  },
  permissions: {
    webhook: { read: ['admin'], manage: ['admin'] },
  },
  forPrograms: { webhooks: ['webhook:read', 'webhook:manage'] },
  audit: [
    'webhook-created',
    'webhook-updated',
    'webhook-paused',
    'webhook-resumed',
    'webhook-secret-renewed',
    'webhook-deleted',
  ],
  notices: {
    'webhook-failing': { toAdministrators: true, isNotMailed: true, shownInApp: 'problem' },
    'webhook-paused': { hasAdvice: true, toAdministrators: true, shownInApp: 'problem' },
  },
} as const satisfies Feature
