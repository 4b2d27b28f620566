import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import type { Permission } from '#auth/permissions.ts'
import type { MessageKeyOf } from '#i18n/message-keys.ts'
import { idField } from '#lib/id-field.ts'
import { ORGANIZATION_ROLES, type OrganizationRole } from '#lib/organization-roles.ts'
import { isVisibleText, looksLikeAddress } from '#lib/spoofing.ts'
import { emailField } from '#person/person-fields.ts'

const message = (key: MessageKeyOf<'organizations'>) => ({ error: key, abort: true })

const name = z.string(message('nameRequired')).check(
  z.trim(),
  z.minLength(1, message('nameRequired')),
  z.maxLength(appConfig.organization.nameMaxLength, message('nameTooLong')),
  z.refine(isVisibleText, message('nameInvalid')),
  z.refine((text) => !looksLikeAddress(text), message('nameLikeAddress')),
)
const role = z.enum(ORGANIZATION_ROLES)

/** The field of the forms that make and rename an organization. */
export const organizationFields = z.object({ name })
/** The fields of the form that invites somebody. */
export const invitationFields = z.object({ email: emailField, role, language: z.enum(appConfig.languages) })
export type InvitationFields = z.infer<typeof invitationFields>
/** The field of the form that gives a member another role. */
export const roleFields = z.object({ role })

export const organizationIdInput = z.object({ id: idField })
export const organizationRenameInput = z.extend(organizationFields, { id: idField })
export const memberListInput = z.object({ id: idField, cursor: z.nullable(z.string()) })
/** One member of an organization, by the person. */
export const memberInput = z.object({ id: idField, userId: idField })
export const memberRoleInput = z.extend(memberInput, { role })
export const newInvitationInput = z.extend(invitationFields, { id: idField })
export const invitationIdInput = z.object({ invitationId: idField })
/** The organization that pages are to be about; empty for what is everybody's. */
export const switchInput = z.object({ organizationId: z.union([z.literal(''), idField]) })

/** An organization of the person who is signed in. */
export interface OrganizationRow {
  id: string
  name: string
  /** Their own role. */
  role: OrganizationRole
  memberCount: number
  /** ISO 8601 */
  createdAt: string
}

/** An invitation of the person who is signed in. */
export interface InvitationToMe {
  id: string
  organization: string
  role: OrganizationRole
  /** Null for who is gone. */
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

/** An invitation that stands, for those who may withdraw it. */
export interface PendingInvitation {
  id: string
  email: string
  role: OrganizationRole
  hasEnded: boolean
  /** Whether its mail was refused for good. */
  hasFailed: boolean
  /** ISO 8601 */
  expiresAt: string
}

/** An organization, as one of its members sees it. */
export interface OrganizationDetail {
  id: string
  name: string
  role: OrganizationRole
  /** What they may do in it. */
  permissions: Permission[]
  memberCount: number
  /** Whether nobody else is an owner. */
  isOnlyOwner: boolean
  /** Empty for who may invite nobody. */
  invitations: PendingInvitation[]
}
