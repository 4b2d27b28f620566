import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField } from '#lib/id-field.ts'
import { ORGANIZATION_ROLES, type OrganizationRole } from '#lib/organization-roles.ts'
import { isVisibleText, looksLikeAddress } from '#lib/text-safety.ts'
import { emailField } from '#user/user-fields.ts'

const message = (key: MessageKeyOf<'organizations'>) => ({ error: key, abort: true })

const name = z.string(message('nameRequired')).check(
  z.trim(),
  z.minLength(1, message('nameRequired')),
  z.maxLength(appConfig.organization.nameMaxLength, message('nameTooLong')),
  z.refine(isVisibleText, message('nameInvalid')),
  z.refine((text) => !looksLikeAddress(text), message('nameLikeAddress')),
)
const roleField = z.enum(ORGANIZATION_ROLES)

/** The field of the forms that create and rename an organization. */
export const organizationFields = z.object({ name })
/** The fields of the invitation form. */
export const invitationFields = z.object({ email: emailField, role: roleField, language: z.enum(appConfig.languages) })
export type InvitationFields = z.infer<typeof invitationFields>

/** The field that confirms a deletion: the typed text must be the organization's name, apart from spaces and Unicode forms. */
export const nameConfirmationFields = (name: string) =>
  z.object({
    typed: z.string().check(z.refine((text) => normalizeName(text) === normalizeName(name), message('nameNotTyped'))),
  })

/** Normalizes a name: spaces, Unicode, and the direction marks that surround a name copied from a sentence. */
function normalizeName(text: string): string {
  return text
    .replaceAll(/[\u2066-\u2069]/g, '')
    .trim()
    .replaceAll(/\s+/g, ' ')
    .normalize()
}

/** An organization, and the entry of its history before which a page of it begins; null for the latest entries. */
export const organizationHistoryInput = z.object({ id: idField, before: z.nullable(z.int().check(z.nonnegative())) })
/** The organization to delete, and its name as the user typed it. */
export const organizationDeletionInput = z.object({ id: idField, typed: z.string() })
export const organizationRenameInput = z.extend(organizationFields, { id: idField })
export const memberListInput = z.object({ id: idField, searchTerm: z.string(), cursor: z.nullable(z.string()) })
/** A member: the organization's ID and the user's ID. */
export const memberInput = z.object({ id: idField, userId: idField })
export const memberRoleInput = z.extend(memberInput, { role: roleField })
export const newInvitationInput = z.extend(invitationFields, { id: idField })
export const invitationIdInput = z.object({ invitationId: idField })
/** The organization to switch to; empty for shared rows. */
export const switchInput = z.object({ organizationId: z.union([z.literal(''), idField]) })

/** The organization that the session has just been switched to. */
export interface EnteredOrganization {
  id: string
  /** The ID of the organization that was active before; `shared` for shared rows. */
  from: string
}

/** An organization of the signed-in user. */
export interface OrganizationRow {
  id: string
  name: string
  /** The user's own role. */
  role: OrganizationRole
  memberCount: number
  /** ISO 8601 */
  createdAt: string
}

/** An invitation to the signed-in user. */
export interface InvitationToMe {
  id: string
  organizationId: string
  organization: string
  role: OrganizationRole
  /** Null if the inviter was deleted. */
  invitedBy: string | null
}

export interface MyOrganizations {
  organizations: OrganizationRow[]
  invitations: InvitationToMe[]
}

export interface MemberRow {
  userId: string
  name: string
  email: string
  role: OrganizationRole
  /** ISO 8601 */
  joinedAt: string
}

/** A pending invitation, for members who can withdraw it. */
export interface PendingInvitation {
  id: string
  email: string
  role: OrganizationRole
  isExpired: boolean
  /** Whether the delivery of the invitation's email failed permanently. */
  hasFailed: boolean
  /** ISO 8601 */
  expiresAt: string
}

/** An organization, as one of its members sees it. */
export interface OrganizationDetail {
  id: string
  name: string
  role: OrganizationRole
  /** The viewer's permissions in the organization. */
  permissions: Permission[]
  memberCount: number
  repositoryCount: number
  /** Whether the viewer is the only owner. */
  isOnlyOwner: boolean
  /** The pending invitations; empty for viewers who cannot invite. */
  invitations: PendingInvitation[]
}
