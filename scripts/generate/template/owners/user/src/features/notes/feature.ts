import { textsOf, type Feature } from '#feature/feature.ts'
import type notesTexts from '#locales/en/notes.json'
import { notesConfig } from './notes.config.ts'

/** Notes: a list that users search, add to and change, with undo. */
export const notes = {
  isOptional: true,
  texts: { notes: textsOf<typeof notesTexts>() },
  tables: {
    note: { owner: 'user', limit: { most: notesConfig.most } },
  },
  permissions: {
    note: {
      read: ['admin', 'user'],
      create: ['admin', 'user'],
      update: ['admin', 'user'],
      delete: ['admin', 'user'],
    },
  },
  audit: ['note-created', 'note-updated', 'note-deleted', 'note-restored'],
} as const satisfies Feature
