import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { Role } from '#auth/permissions.ts'
import { idField } from '#lib/id-field.ts'
import { emailField, nameField } from '#person/person-fields.ts'
import { ROLES, USER_SORTS, USER_STATUSES, type UserSort, type UserStatus } from './user-choices.ts'

/** The fields of a person, as an administrator fills them in. */
export const userFields = z.object({ email: emailField, name: nameField, role: z.enum(ROLES) })
export type UserFields = z.infer<typeof userFields>

/** The fields of a person as their form starts, and until when (ISO 8601) only they change their email; null where others can. */
export type UserFormData = UserFields & { protectedUntil: string | null }

/** The language in which a new person is invited by mail; empty for who is not. */
const invitationField = z.enum(['', ...appConfig.languages])
/** The fields of a new person, as the form has them. */
export const newUserFields = z.extend(userFields, { invitation: invitationField })
export type NewUserFields = z.infer<typeof newUserFields>
export const newUserInput = z.extend(userFields, { invitation: z._default(invitationField, '') })

/** The filters of the list of people; an empty one lets all through. */
export const userFilter = z.object({
  searchTerm: z.string(),
  role: z.enum(['', ...ROLES]),
  status: z.enum(['', ...USER_STATUSES]),
})
export type UserFilter = z.infer<typeof userFilter>

/** The filters and the order of the list of people, as the URL of its page has them. */
export interface UsersSearch extends UserFilter {
  sort: UserSort
  /** The cursor behind which the list begins; empty for its beginning. */
  after: string
}

/** The input of a page of the list; the cursor is from the page before, null for the first page. */
export const userListInput = z.extend(userFilter, { sort: z.enum(USER_SORTS), cursor: z.nullable(z.string()) })
export type UserListInput = z.infer<typeof userListInput>

/** The input of an export, as the address of its link has it: the list's, and whether old spreadsheets are told that it is UTF-8. */
export const userExportInput = z.object({
  searchTerm: z._default(z.string(), ''),
  role: z._default(userFilter.shape.role, ''),
  status: z._default(userFilter.shape.status, ''),
  sort: z._default(z.enum(USER_SORTS), 'newest'),
  bom: z.optional(z.literal('1')),
})
export type UserExportInput = z.infer<typeof userExportInput>

export const userIdInput = z.object({ id: idField })
export const userUpdateInput = z.extend(userFields, { id: idField })

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
