import { eq, sql } from 'drizzle-orm'
import { columnsOf } from '#db/columns-of.ts'
import { apiKey, idempotencyKey } from '#db/schema.ts'
import type { ServerFeature } from '#feature/server-feature.ts'
import { apiParts, apiOperations } from '#slots/api.server.ts'
import { startSavingCalls } from './api-calls.server.ts'
import { apiMount } from './api-handler.server.ts'
import { apiKeysConfig } from './api-keys.config.ts'

/** The API for programs, and the API keys. */
export const apiKeys: ServerFeature = {
  mounts: [apiMount(apiOperations, apiParts)],
  background: [startSavingCalls],
  expires: [
    {
      table: apiKey,
      isOver: sql`expires_at < now() - make_interval(days => ${apiKeysConfig.keptDaysAfterEnd})`,
    },
    {
      table: idempotencyKey,
      isOver: sql`created_at < now() - make_interval(hours => ${apiKeysConfig.answersKeptHours})`,
    },
  ],
  // Deletes all keys of an account that was secured, because any of them might be an intruder's. The owner can create new ones.
  secureAccount: async (db, userId) => {
    await db.delete(apiKey).where(eq(apiKey.userId, userId))
  },
  exportedData: async ({ db, session }) => ({
    apiKeys: await db
      .select(columnsOf(apiKey, 'name', 'scopes', 'createdAt', 'expiresAt', 'lastUsedAt'))
      .from(apiKey)
      .where(eq(apiKey.userId, session.viewer.id))
      .orderBy(apiKey.createdAt),
  }),
}
