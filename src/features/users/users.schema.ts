import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { Role } from '#auth/permissions.ts'
import { idField } from '#lib/id-field.ts'
import { emailField, nameField } from '#user/user-fields.ts'
import { ROLES, USER_SORTS, USER_STATUSES, type UserSort, type UserStatus } from './user-choices.ts'

/** The fields of a user, as an administrator enters them. */
export const userFields = z.object({ email: emailField, name: nameField, role: z.enum(ROLES) })
export type UserFields = z.infer<typeof userFields>

/** The initial values of a user's form. Other administrators cannot change the email before `protectedUntil` (ISO 8601). */
export type UserFormData = UserFields & { protectedUntil: string | null }

/** The language in which a new user is invited by email; empty for no invitation. */
const invitationField = z.enum(['', ...appConfig.languages])
/** The fields of a new user, as in the form. */
export const newUserFields = z.extend(userFields, { invitation: invitationField })
export type NewUserFields = z.infer<typeof newUserFields>
export const newUserInput = z.extend(userFields, { invitation: z._default(invitationField, '') })

/** The filters of the list of users; an empty filter matches all users. */
export const userFilter = z.object({
  searchTerm: z.string(),
  role: z.enum(['', ...ROLES]),
  status: z.enum(['', ...USER_STATUSES]),
})
export type UserFilter = z.infer<typeof userFilter>

/** The search parameters of the user list's page. */
export interface UsersSearch extends UserFilter {
  sort: UserSort
  /** The cursor after which the list begins; empty for its beginning. */
  after: string
}

/** The input of a page of the list; the cursor is from the previous page, null for the first page. */
export const userListInput = z.extend(userFilter, { sort: z.enum(USER_SORTS), cursor: z.nullable(z.string()) })
export type UserListInput = z.infer<typeof userListInput>

export const userUpdateInput = z.extend(userFields, { id: idField })

/** A user in the list. */
export interface UserRow {
  id: string
  email: string
  /** Empty until onboarding. */
  name: string
  role: Role
  status: UserStatus
  /** ISO 8601; null if the user never signed in. */
  lastSignInAt: string | null
  /** ISO 8601 */
  createdAt: string
}
