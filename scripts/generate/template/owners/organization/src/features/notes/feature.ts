import { textsOf, type Feature } from '#feature/feature.ts'
import type notesTexts from '#locales/en/notes.json'
import { notesConfig } from './notes.config.ts'

/** Notes: a list that users search, add to and change, with undo. */
export const notes = {
  isOptional: true,
  texts: { notes: textsOf<typeof notesTexts>() },
  tables: {
    note: { owner: 'organization', limit: { most: notesConfig.most } },
  },
  permissions: {
    // The permissions for shared notes, which belong to no organization.
    note: {
      read: ['admin', 'user'],
      create: ['admin'],
      update: ['admin'],
      delete: ['admin'],
    },
  },
  permissionsInOrganizations: {
    note: {
      read: ['owner', 'admin', 'member'],
      create: ['owner', 'admin'],
      update: ['owner', 'admin'],
      delete: ['owner', 'admin'],
    },
  },
  audit: ['note-created', 'note-updated', 'note-deleted', 'note-restored'],
} as const satisfies Feature
