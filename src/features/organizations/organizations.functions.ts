import { createServerFn } from '@tanstack/react-start'
import { refuseWhileImpersonating, requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
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
  organizationIdInput,
  organizationRenameInput,
  switchInput,
} from './organizations.schema.ts'
import * as organizations from './organizations.server.ts'

// These guards require permissions that every user has. The services check those of the caller's role in the organization.

export const listMyOrganizations = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .handler(({ context }) => organizations.listMyOrganizations(context.service))

export const getOrganization = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(organizationIdInput))
  .handler(({ data, context }) => organizations.getOrganization(context.service, data))

export const listMembers = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(memberListInput))
  .handler(({ data, context }) => members.listMembers(context.service, data))

export const createOrganization = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(organizationFields))
  .handler(({ data, context }) => organizations.createOrganization(context.service, data))

export const renameOrganization = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(organizationRenameInput))
  .handler(({ data, context }) => organizations.renameOrganization(context.service, data))

export const deleteOrganization = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(organizationDeletionInput))
  .handler(({ data, context }) => organizations.deleteOrganization(context.service, data))

/**
 * Switches the session to another organization of the user, or to shared rows.
 * @public called by its path from the frame's form
 */
export const switchOrganization = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(switchInput))
  .handler(({ data, context }) => organizations.switchOrganization(context.service, data))

export const changeRole = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(memberRoleInput))
  .handler(({ data, context }) => members.changeRole(context.service, data))

export const removeMember = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(memberInput))
  .handler(({ data, context }) => members.removeMember(context.service, data))

export const leaveOrganization = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(organizationIdInput))
  .handler(({ data, context }) => members.leaveOrganization(context.service, data))

export const inviteMember = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(newInvitationInput))
  .handler(({ data, context }) => invitations.inviteMember(context.service, data))

export const resendInvitation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(invitationIdInput))
  .handler(({ data, context }) => invitations.resendInvitation(context.service, data))

export const withdrawInvitation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(invitationIdInput))
  .handler(({ data, context }) => invitations.withdrawInvitation(context.service, data))

export const acceptInvitation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(invitationIdInput))
  .handler(({ data, context }) => invitations.acceptInvitation(context.service, data))

export const declineInvitation = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update'), refuseWhileImpersonating])
  .validator(validate(invitationIdInput))
  .handler(({ data, context }) => invitations.declineInvitation(context.service, data))
