import { appConfig } from '#app.config' // of owned rows
import { textsOf, type Feature } from '#feature/feature.ts'
import type discoveryTexts from '#locales/en/discovery.json' // of repositories alone
import type repositoriesTexts from '#locales/en/repositories.json'

/** A list that people search, add to and change, with undo. */
export const repositories = {
  texts: {
    repositories: textsOf<typeof repositoriesTexts>(),
    discovery: textsOf<typeof discoveryTexts>(), // of repositories alone
  },
  tables: {
    // of repositories alone, from here
    // Those that are everybody's have a limit by day alone: administrators add them, and import very many.
    // of repositories alone, to here
    repository: {
      owner: 'organization',
      limit: {
        most: appConfig.repository.mostPerOrganization, // of owned rows
      },
    },
  },
  // of repositories alone, from here
  lists: {
    repositories: {
      permission: 'repository:read',
      parameters: ['searchTerm', 'topic', 'language', 'organization', 'sort'],
    },
  },
  // of repositories alone, to here
  permissions: {
    repository: {
      read: ['admin', 'user'],
      create: ['admin'],
      update: ['admin'],
      delete: ['admin'],
    },
  },
  // of owned rows, from here
  permissionsInOrganizations: {
    repository: {
      read: ['owner', 'admin', 'member'],
      create: ['owner', 'admin'],
      update: ['owner', 'admin'],
      delete: ['owner', 'admin'],
    },
  },
  // of owned rows, to here
  // of repositories alone, from here
  forPrograms: {
    repositories: ['repository:read', 'repository:create', 'repository:update', 'repository:delete'],
  },
  // of repositories alone, to here
  audit: [
    'repository-created',
    'repository-updated',
    'repository-deleted',
    'repository-restored',
    'repository-list-exported', // of repositories alone
  ],
} as const satisfies Feature
