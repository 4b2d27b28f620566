import { textsOf, type Feature } from '#feature/feature.ts'
import type webhooksTexts from '#locales/en/webhooks.json'

/** Addresses of administrators' choice that are told of events. */
export const webhooks = {
  texts: { webhooks: textsOf<typeof webhooksTexts>() },
  permissions: {
    webhook: {
      read: ['admin'],
      manage: ['admin'],
    },
  },
  audit: [
    'webhook-created',
    'webhook-updated',
    'webhook-paused',
    'webhook-resumed',
    'webhook-secret-renewed',
    'webhook-deleted',
  ],
  notices: {
    'webhook-paused': { hasAdvice: true },
  },
} as const satisfies Feature
