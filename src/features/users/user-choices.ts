import type { Role } from '#auth/permissions.ts'

// Apart from the schema, for the URL of the list is read on every page: it must not bring the validation library along.
export const ROLES = ['admin', 'user'] as const satisfies readonly Role[]
export const USER_STATUSES = ['active', 'invited', 'banned', 'not-onboarded'] as const
export const USER_SORTS = ['newest', 'name'] as const

/**
 * The status of a person: banned while a ban is in force, else invited until their first sign-in, else not onboarded until
 * they have said their name.
 */
export type UserStatus = (typeof USER_STATUSES)[number]
export type UserSort = (typeof USER_SORTS)[number]
