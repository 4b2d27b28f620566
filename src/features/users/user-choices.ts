import type { Role } from '#auth/permissions.ts'

// Separate from the schema, because all pages load the code that parses the list's URL, but not the validation library.
export const ROLES = ['admin', 'user'] as const satisfies readonly Role[]
export const USER_STATUSES = ['active', 'invited', 'banned', 'not-onboarded'] as const
export const USER_SORTS = ['newest', 'name'] as const

/**
 * The status of a user: `banned` during a ban, otherwise `invited` until an invited user signs in, otherwise `not-onboarded`
 * until they have entered a name, otherwise `active`.
 */
export type UserStatus = (typeof USER_STATUSES)[number]
export type UserSort = (typeof USER_SORTS)[number]
