import { textsOf, type Feature } from '#feature/feature.ts'
import type accountTexts from '#locales/en/account.json'

/** The page on which users see and change their own account. */
export const account = {
  texts: { account: textsOf<typeof accountTexts>() },
  permissions: {
    account: {
      read: ['admin', 'user'],
      update: ['admin', 'user'],
    },
  },
  audit: [
    'name-changed',
    'email-changed',
    'notices-chosen',
    'session-ended',
    'sessions-ended',
    'data-downloaded',
    'account-deleted',
  ],
  notices: {
    'address-in-use': { hasAdvice: true },
    'account-deleted': { mayBeByAdministrator: true },
    'email-changed': {},
  },
} as const satisfies Feature
