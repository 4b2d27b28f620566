import { eq } from 'drizzle-orm'
import type { ServerFeature } from '#feature/server-feature.ts'
import { savedView } from './saved-views.tables.server.ts'

/** Saved views: filtered lists that users save under a name. */
export const savedViews: ServerFeature = {
  exportedData: async ({ db, session }) => ({
    savedViews: await db
      .select({ list: savedView.list, name: savedView.name, search: savedView.search, createdAt: savedView.createdAt })
      .from(savedView)
      .where(eq(savedView.personId, session.viewer.id))
      .orderBy(savedView.createdAt),
  }),
}
