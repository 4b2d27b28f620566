import { sql } from 'drizzle-orm'
import type { ServerFeature } from '#feature/server-feature.ts'
import { startHeartbeat } from './heartbeat.server.ts'
import { serverProcess } from './system.tables.server.ts'

/** The page about processes, job queue and rate limits. */
export const system: ServerFeature = {
  background: [startHeartbeat],
  expires: [{ table: serverProcess, isOver: sql`seen_at < now() - interval '1 hour'` }],
}
