import { desc, eq, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { ALL_API_SCOPES, type ApiScope } from '#api/api-scopes.ts'
import type { SessionContext } from '#auth/current-session.server.ts'
import { columnsOf } from '#db/columns-of.ts'
import { apiKey } from '#db/schema.ts'
import { withIsoTimes } from '#lib/iso-times.ts'
import type { GuestContext } from '#service/service-context.server.ts'
import { apiKeysConfig } from './api-keys.config.ts'

/** An API key without its secret, as users see it. */
export interface ApiKeyRow {
  id: string
  name: string
  /** The first characters of the key, by which users recognize it. */
  start: string
  scopes: ApiScope[]
  /** ISO 8601, accurate to one minute; null if the key was never used. */
  lastUsedAt: string | null
  /** ISO 8601 */
  createdAt: string
  /** ISO 8601 */
  expiresAt: string
  isExpired: boolean
}

const isExpired = sql<boolean>`${apiKey.expiresAt} <= now()`

/** Lists the API keys of a user, newest first, expired ones last. */
export async function listApiKeys({ db }: Pick<GuestContext, 'db'>, { id }: { id: string }): Promise<ApiKeyRow[]> {
  const rows = await db
    .select({ ...columnsOf(apiKey, 'id', 'name', 'scopes', 'lastUsedAt', 'createdAt', 'expiresAt'), isExpired })
    .from(apiKey)
    .where(eq(apiKey.userId, id))
    .orderBy(isExpired, desc(apiKey.createdAt), desc(apiKey.id))
    .limit(2 * apiKeysConfig.maxPerUser)
  return rows.map((row) => ({
    ...withIsoTimes(row),
    start: `${appConfig.tokenPrefix}${row.id.slice(0, 8)}`,
    scopes: ALL_API_SCOPES.filter((scope) => row.scopes.includes(scope)),
  }))
}

/** Reads the API keys of another administrator; null without keys, without permission, or for the viewer's own. */
export async function readKeysOfUser(context: SessionContext, { id, role }: { id: string; role: string }) {
  const { viewer } = context.session
  if (role !== 'admin' || id === viewer.id || !viewer.permissions.includes('api-key:manage')) return null
  const value = await listApiKeys(context, { id })
  // Loads the translations only for users with keys, because few have any.
  return value.length > 0 ? { texts: ['api-keys' as const], value } : null
}
