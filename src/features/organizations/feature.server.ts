import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { columnsOf } from '#db/columns-of.ts'
import { member, organization, organizationInvitation } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { organizationInvitationTask } from '#queue/send-organization-invitation.server.ts'
import { announceInvitations, openInvitationsFigure } from './organizations.server.ts'
import type { EnteredOrganization } from './organizations.schema.ts'

/** Organizations, whose members own rows together. */
export const organizations: ServerFeature = {
  tasks: [organizationInvitationTask],
  signedUp: announceInvitations,
  figures: { openInvitations: openInvitationsFigure },
  expires: [
    {
      table: organizationInvitation,
      isOver: sql`expires_at < now() - make_interval(days => ${appConfig.organization.invitation.keptDays})`,
    },
    // Delete an organization without members once none of its former members can be restored by undoing the user's deletion.
    {
      table: organization,
      isOver: sql`not exists (select from member where member.organization_id = organization.id) and not exists (
        select from bulk_job_row where before -> 'rows' -> 'member' @> jsonb_build_array(jsonb_build_object('organization_id', organization.id)))`,
    },
  ],
  exportedData: async ({ db, session: { viewer } }) => ({
    organizations: await db
      .select({ name: organization.name, role: member.role, createdAt: member.createdAt })
      .from(member)
      .innerJoin(organization, eq(organization.id, member.organizationId))
      .where(eq(member.userId, viewer.id))
      .orderBy(member.createdAt),
    organizationInvitations: await db
      .select({ organization: organization.name, ...columnsOf(organizationInvitation, 'role', 'status', 'createdAt') })
      .from(organizationInvitation)
      .innerJoin(organization, eq(organization.id, organizationInvitation.organizationId))
      .where(eq(organizationInvitation.email, viewer.email))
      .orderBy(organizationInvitation.createdAt),
  }),
  formActions: {
    'switch-organization': {
      path: '/api/organizations.switchOrganization',
      next: pathAfterSwitch,
    },
    'create-organization': {
      path: '/api/organizations.createOrganization',
      next: (_fields, _page, result) => pathOfEnteredOrganization(result),
    },
    'rename-organization': {
      path: '/api/organizations.renameOrganization',
      resultMessage: (t) => t('organizations:renamed'),
    },
    'leave-organization': {
      path: '/api/organizations.leaveOrganization',
      next: () => '/app/organizations',
      resultMessage: (t, name) => t('organizations:left', { name }),
    },
    'delete-organization': {
      path: '/api/organizations.deleteOrganization',
      next: () => '/app/organizations',
      resultMessage: (t, name) => t('organizations:deleted', { name }),
    },
    'change-organization-role': {
      path: '/api/organizations.changeRole',
      resultMessage: (t) => t('organizations:roleChanged'),
    },
    'remove-organization-member': {
      path: '/api/organizations.removeMember',
      resultMessage: (t, name) => t('organizations:removed', { name }),
    },
    'invite-organization-member': {
      path: '/api/organizations.inviteMember',
      resultMessage: (t) => t('organizations:invited'),
    },
    'resend-organization-invitation': {
      path: '/api/organizations.resendInvitation',
      resultMessage: (t) => t('organizations:invited'),
    },
    'withdraw-organization-invitation': {
      path: '/api/organizations.withdrawInvitation',
      resultMessage: (t) => t('organizations:withdrawn'),
    },
    'accept-organization-invitation': {
      path: '/api/organizations.acceptInvitation',
      next: (_fields, _page, result) => pathOfEnteredOrganization(result),
    },
    'decline-organization-invitation': {
      path: '/api/organizations.declineInvitation',
      resultMessage: (t) => t('organizations:declined'),
    },
  },
}

/** Returns the path to open after a switch: that of the form, but the list in place of a repository unless the form stays on it. */
function pathAfterSwitch(fields: URLSearchParams, { pathname }: URL): string {
  const path = pathname.replace(/^\/+/, '/')
  return fields.has('stays') ? path : path.replace(/(\/repositories)\/.*$/, '$1')
}

/** Returns the path of the organization that the session was switched to; that page has a button to switch back. */
function pathOfEnteredOrganization(result: unknown): string {
  const { id, from } = result as EnteredOrganization
  return `/app/organizations/${id}?from=${from}`
}
