import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type organizationsTexts from '#locales/en/organizations.json'

/** Groups of people to whom rows belong. */
export const organizations = {
  texts: { organizations: textsOf<typeof organizationsTexts>() },
  tables: {
    organization: { owner: 'organization', limit: { most: appConfig.organization.mostOwnedPerPerson } },
    member: { owner: 'organization', limit: { most: appConfig.organization.mostMembers } },
    organizationInvitation: { owner: 'organization', limit: { most: appConfig.organization.mostInvitations } },
  },
  permissionsInOrganizations: {
    organization: {
      update: ['owner', 'admin'],
      delete: ['owner'],
    },
    member: {
      create: ['owner', 'admin'],
      update: ['owner', 'admin'],
      delete: ['owner', 'admin'],
    },
    invitation: {
      create: ['owner', 'admin'],
      cancel: ['owner', 'admin'],
    },
    team: {
      create: [],
      update: [],
      delete: [],
    },
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
} as const satisfies Feature
