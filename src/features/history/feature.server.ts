import type { ServerFeature } from '#feature/server-feature.ts'
import { historyOperations } from './history.api.server.ts'

/** The page of the history, and its file. */
export const history: ServerFeature = {
  apiOperations: historyOperations,
  formActions: {
    'export-history': { path: '/api/history.exportHistory' },
  },
}
