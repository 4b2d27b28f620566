import * as z from 'zod/mini'
import type { Role } from '#auth/permissions.ts'
import { emailField, nameField } from '#auth/person-fields.ts'

export const ROLES = ['admin', 'user'] as const satisfies readonly Role[]
export const USER_STATUSES = ['active', 'banned', 'not-onboarded'] as const
export const USER_SORTS = ['newest', 'name'] as const

/** Banned while a ban is in force; else not onboarded until they have said their name. */
export type UserStatus = (typeof USER_STATUSES)[number]
export type UserSort = (typeof USER_SORTS)[number]

/** What an administrator says about a person. */
export const userFields = z.object({ email: emailField, name: nameField, role: z.enum(ROLES) })
export type UserFields = z.infer<typeof userFields>

/** Which people are wanted; empty is no wish. */
export const userFilter = z.object({
  searchTerm: z.string(),
  role: z.enum(['', ...ROLES]),
  status: z.enum(['', ...USER_STATUSES]),
})
export type UserFilter = z.infer<typeof userFilter>

/** What a page of the list is asked by. */
export const userListInput = z.extend(userFilter, { sort: z.enum(USER_SORTS), cursor: z.nullable(z.string()) })

export const userIdInput = z.object({ id: z.string() })
export const userUpdateInput = z.extend(userFields, { id: z.string() })

/** One person in the list. */
export interface UserRow {
  id: string
  email: string
  /** Empty until onboarding. */
  name: string
  role: Role
  status: UserStatus
  /** ISO 8601; null for who never signed in. */
  lastSignInAt: string | null
  /** ISO 8601 */
  createdAt: string
}
