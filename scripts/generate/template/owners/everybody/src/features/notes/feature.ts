import { textsOf, type Feature } from '#feature/feature.ts'
import type notesTexts from '#locales/en/notes.json'

/** Notes: a list that users search, add to and change, with undo. */
export const notes = {
  isOptional: true,
  texts: { notes: textsOf<typeof notesTexts>() },
  tables: {
    note: { owner: 'everybody', limit: {} },
  },
  permissions: {
    note: {
      read: ['admin', 'user'],
      create: ['admin'],
      update: ['admin'],
      delete: ['admin'],
    },
  },
  audit: ['note-created', 'note-updated', 'note-deleted', 'note-restored'],
} as const satisfies Feature
