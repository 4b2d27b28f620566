import type { ServerFeature } from '#feature/server-feature.ts'

/** The page of the history, and its file. */
export const history: ServerFeature = {
  formActions: {
    'export-history': { path: '/api/history.exportHistory' },
  },
}
