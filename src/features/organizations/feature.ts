import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type organizationsTexts from '#locales/en/organizations.json'

/** Organizations, whose members own rows together. */
export const organizations = {
  texts: { organizations: textsOf<typeof organizationsTexts>() },
  tables: {
    organization: { owner: 'organization', limit: { most: appConfig.organization.maxOwnedPerUser } },
    member: { owner: 'organization', limit: { most: appConfig.organization.maxMembers } },
    organizationInvitation: { owner: 'organization', limit: { most: appConfig.organization.maxInvitations } },
  },
  // For API keys of administrators. Everyone else changes their organizations on pages, with the permissions of their roles there.
  permissions: {
    organization: { read: ['admin'], manage: ['admin'] },
  },
  forPrograms: { organizations: ['organization:read', 'organization:manage'] },
  permissionsInOrganizations: {
    organization: { update: ['owner', 'admin'], delete: ['owner'], 'see-history': ['owner'] },
    member: { create: ['owner', 'admin'], update: ['owner', 'admin'], delete: ['owner', 'admin'] },
    invitation: { create: ['owner', 'admin'], cancel: ['owner', 'admin'] },
    team: { create: [], update: [], delete: [] },
  },
  audit: [
    'organization-created',
    'organization-renamed',
    'organization-deleted',
    'organization-joined',
    'organization-left',
    'organization-role-changed',
    'organization-member-removed',
    'organization-invitation-sent',
    'organization-invitation-withdrawn',
    'organization-invitation-declined',
  ],
  notices: {
    'organization-invitation': { isNotMailed: true, shownInApp: 'invitation' },
  },
} as const satisfies Feature
