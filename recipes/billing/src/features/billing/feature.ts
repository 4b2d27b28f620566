import { textsOf, type Feature } from '#feature/feature.ts'
import type billingTexts from '#locales/en/billing.json'

/** Billing: paid plans of organizations, with payments by Stripe. */
export const billing = {
  isOptional: true,
  needs: ['organizations'],
  texts: { billing: textsOf<typeof billingTexts>() },
  tables: {
    billingAccount: { owner: 'organization', limit: 'an organization has one row' },
  },
  permissions: {
    // Without an active organization, users see that plans belong to organizations.
    billing: { read: ['admin', 'user'], manage: [] },
  },
  permissionsInOrganizations: {
    billing: { read: ['owner', 'admin', 'member'], manage: ['owner'] },
  },
} as const satisfies Feature
