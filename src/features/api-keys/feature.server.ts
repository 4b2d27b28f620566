import { eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { apiKey, idempotencyKey } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'

/** The API for programs, and the keys that open it. */
export const apiKeys: ServerFeature = {
  expires: [
    {
      table: apiKey,
      isOver: sql`expires_at < now() - make_interval(days => ${appConfig.apiKey.keptDaysAfterEnd})`,
    },
    {
      table: idempotencyKey,
      isOver: sql`created_at < now() - make_interval(hours => ${appConfig.api.answersKeptHours})`,
    },
  ],
  dataTaken: async ({ db, session }) => ({
    apiKeys: await db
      .select({
        name: apiKey.name,
        scopes: apiKey.scopes,
        createdAt: apiKey.createdAt,
        expiresAt: apiKey.expiresAt,
        lastUsedAt: apiKey.lastUsedAt,
      })
      .from(apiKey)
      .where(eq(apiKey.userId, session.viewer.id))
      .orderBy(apiKey.createdAt),
  }),
}
