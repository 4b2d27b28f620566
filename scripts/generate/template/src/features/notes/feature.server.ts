import { sql } from 'drizzle-orm'
import { listAddedBy } from '#db/added-by.ts'
import { note } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { idInResult } from '#request/form-action.ts'
import { notesConfig } from './notes.config.ts'
import { isExportableBy } from './notes.scope.server.ts'

/** Notes: a list that users search, add to and change, with undo. */
export const notes: ServerFeature = {
  expires: [{ table: note, isOver: sql`deleted_at < now() - make_interval(days => ${notesConfig.undoDays})` }],
  exportedData: async ({ db, session: { viewer } }) => ({
    notes: await listAddedBy(db, viewer.id, note, isExportableBy(viewer.id)),
  }),
  formActions: {
    'create-note': {
      path: '/api/notes.createNote',
      next: (_fields, _page, result) => `/app/notes/${idInResult(result)}`,
      resultMessage: (t, name) => t('notes:added', { name }),
    },
    'update-note': {
      path: '/api/notes.updateNote',
      next: (_fields, page) => page.pathname,
      resultMessage: (t, name) => t('notes:saved', { name }),
    },
    'delete-note': {
      path: '/api/notes.deleteNote',
      next: () => '/app/notes',
      resultMessage: (t, name) => t('notes:deleted', { name }),
    },
  },
}
