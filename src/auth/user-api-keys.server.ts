import { desc, eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { apiKey } from '#db/schema.ts'
import type { GuestContext } from '#service/service-context.server.ts'
import { ALL_API_SCOPES, type ApiScope } from './api-scopes.ts'

/** An API key as people may see it. */
export interface ApiKeyRow {
  id: string
  name: string
  /** The beginning of its text, by which it is recognised. */
  start: string
  scopes: ApiScope[]
  /** ISO 8601; null before it was used, to the minute. */
  lastUsedAt: string | null
  /** ISO 8601 */
  createdAt: string
  /** ISO 8601 */
  expiresAt: string
  hasEnded: boolean
}

const hasEnded = sql<boolean>`${apiKey.expiresAt} <= now()`

/** Lists the API keys of a person, the newest first, those that have ended last. */
export async function listApiKeys({ db }: Pick<GuestContext, 'db'>, { id }: { id: string }): Promise<ApiKeyRow[]> {
  const rows = await db
    .select({
      id: apiKey.id,
      name: apiKey.name,
      scopes: apiKey.scopes,
      lastUsedAt: apiKey.lastUsedAt,
      createdAt: apiKey.createdAt,
      expiresAt: apiKey.expiresAt,
      hasEnded,
    })
    .from(apiKey)
    .where(eq(apiKey.userId, id))
    .orderBy(hasEnded, desc(apiKey.createdAt), desc(apiKey.id))
    .limit(2 * appConfig.apiKey.mostPerPerson)
  return rows.map((row) => ({
    ...row,
    start: `lk_${row.id.slice(0, 8)}`,
    scopes: ALL_API_SCOPES.filter((scope) => row.scopes.includes(scope)),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}
