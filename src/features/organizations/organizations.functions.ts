import { createServerFn } from '@tanstack/react-start'
import { refuseWhileImpersonating, requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as invitations from './organization-invitations.server.ts'
import * as members from './members.server.ts'
import {
  invitationIdInput,
  memberInput,
  memberListInput,
  memberRoleInput,
  newInvitationInput,
  organizationDeletionInput,
  organizationFields,
  organizationHistoryInput,
  organizationRenameInput,
  switchInput,
} from './organizations.schema.ts'
import * as organizations from './organizations.server.ts'

// These guards require permissions that every user has. The services check those of the caller's role in the organization.

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('account:read')])
const changing = createServerFn({ method: 'POST' }).middleware([
  requirePermission('account:update'),
  refuseWhileImpersonating,
])

export const listMyOrganizations = reading().handler(({ context }) =>
  organizations.listMyOrganizations(context.service),
)

export const getOrganization = reading().validator(validator(idInput)).handler(serve(organizations.getOrganization))

export const listOrganizationEvents = reading()
  .validator(validator(organizationHistoryInput))
  .handler(serve(organizations.listOrganizationEvents))

export const listMembers = reading().validator(validator(memberListInput)).handler(serve(members.listMembers))

export const createOrganization = changing()
  .validator(validator(organizationFields))
  .handler(serve(organizations.createOrganization))

export const renameOrganization = changing()
  .validator(validator(organizationRenameInput))
  .handler(serve(organizations.renameOrganization))

export const deleteOrganization = changing()
  .validator(validator(organizationDeletionInput))
  .handler(serve(organizations.deleteOrganization))

/**
 * Switches the session to another organization of the user, or to shared rows.
 * @public called by its path from the frame's form
 */
export const switchOrganization = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validator(switchInput))
  .handler(serve(organizations.switchOrganization))

export const changeRole = changing().validator(validator(memberRoleInput)).handler(serve(members.changeRole))

export const removeMember = changing().validator(validator(memberInput)).handler(serve(members.removeMember))

export const leaveOrganization = changing().validator(validator(idInput)).handler(serve(members.leaveOrganization))

export const inviteMember = changing().validator(validator(newInvitationInput)).handler(serve(invitations.inviteMember))

export const resendInvitation = changing()
  .validator(validator(invitationIdInput))
  .handler(serve(invitations.resendInvitation))

export const withdrawInvitation = changing()
  .validator(validator(invitationIdInput))
  .handler(serve(invitations.withdrawInvitation))

export const acceptInvitation = changing()
  .validator(validator(invitationIdInput))
  .handler(serve(invitations.acceptInvitation))

export const declineInvitation = changing()
  .validator(validator(invitationIdInput))
  .handler(serve(invitations.declineInvitation))
