import type { Permission } from './permissions.ts'

/** The permissions that a key for programs can be given, by what they are about. A key has at most what its owner has. */
export const API_SCOPES = {
  users: [
    'user:list',
    'user:create',
    'user:set-role',
    'user:set-email',
    'user:ban',
    'user:delete',
    'user:change-administrators',
  ],
  repositories: ['repository:read', 'repository:create', 'repository:update', 'repository:delete'],
  history: ['audit:read'],
} as const satisfies Record<string, readonly Permission[]>

/** A permission that a key for programs can be given. */
export type ApiScope = (typeof API_SCOPES)[keyof typeof API_SCOPES][number]

/** All permissions that a key for programs can be given. */
export const ALL_API_SCOPES: readonly ApiScope[] = Object.values(API_SCOPES).flat()
