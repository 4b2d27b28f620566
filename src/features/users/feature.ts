import { textsOf, type Feature } from '#feature/feature.ts'
import type userTexts from '#locales/en/user.json'
import type usersTexts from '#locales/en/users.json'

/** The user accounts, as administrators see and change them. */
export const users = {
  texts: { user: textsOf<typeof userTexts>(), users: textsOf<typeof usersTexts>() },
  tables: {
    // The limit is per administrator, because only administrators invite users to the product.
    invitation: { owner: 'user', limit: {} },
  },
  lists: { users: { permission: 'user:list', parameters: ['searchTerm', 'role', 'status', 'sort'] } },
  permissions: {
    user: {
      create: ['admin'],
      list: ['admin'],
      'set-role': ['admin'],
      'set-email': ['admin'],
      'change-administrators': ['admin'],
      ban: ['admin'],
      impersonate: ['admin'],
      delete: ['admin'],
      'set-password': ['admin'],
    },
    session: {
      list: ['admin'],
      revoke: ['admin'],
      delete: ['admin'],
    },
  },
  forPrograms: {
    users: [
      'user:list',
      'user:create',
      'user:set-role',
      'user:set-email',
      'user:ban',
      'user:delete',
      'user:change-administrators',
      'session:list',
      'session:revoke',
    ],
  },
  audit: [
    'user-created',
    'user-updated',
    'user-banned',
    'user-unbanned',
    'user-deleted',
    'user-restored',
    'user-list-exported',
    'invitation-sent',
    'invitation-withdrawn',
    'invitation-accepted',
    'impersonation-started',
    'impersonation-stopped',
  ],
  notices: {
    'administrator-changed': { hasAdvice: true, toAdministrators: true },
    'impersonation-started': { mayBeByAdministrator: true },
    'role-changed': { isOptional: true, mayBeByAdministrator: true },
  },
} as const satisfies Feature
