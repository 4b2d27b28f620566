import { appConfig } from '#app.config'
import { textsOf, type Feature } from '#feature/feature.ts'
import type discoveryTexts from '#locales/en/discovery.json'
import type repositoriesTexts from '#locales/en/repositories.json'

/** Repositories: a list that users can search, and change if they have the permission; deletions can be undone. */
export const repositories = {
  texts: {
    repositories: textsOf<typeof repositoriesTexts>(),
    discovery: textsOf<typeof discoveryTexts>(),
  },
  tables: {
    // This maximum is per organization. Shared repositories have only a daily limit, because administrators import very many.
    repository: {
      owner: 'organization',
      limit: {
        most: appConfig.repository.maxPerOrganization,
      },
    },
  },
  lists: {
    repositories: {
      permission: 'repository:read',
      parameters: ['searchTerm', 'topic', 'language', 'organization', 'sort'],
    },
  },
  permissions: {
    repository: {
      read: ['admin', 'user'],
      create: ['admin'],
      update: ['admin'],
      delete: ['admin'],
    },
  },
  permissionsInOrganizations: {
    repository: {
      read: ['owner', 'admin', 'member'],
      create: ['owner', 'admin'],
      update: ['owner', 'admin'],
      delete: ['owner', 'admin'],
    },
  },
  forPrograms: {
    repositories: ['repository:read', 'repository:create', 'repository:update', 'repository:delete'],
  },
  sentEvents: ['repository.created', 'repository.updated', 'repository.deleted', 'repository.restored'],
  audit: [
    'repository-created',
    'repository-updated',
    'repository-deleted',
    'repository-restored',
    'repository-list-exported',
  ],
} as const satisfies Feature
