import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { database } from '#db/client.ts'
import { build } from '#env/build.server.ts'
import { serverProcess } from './system.tables.server.ts'
import { now } from '#db/schema.ts'

/** Interval of the heartbeat, in milliseconds. */
const HEARTBEAT_MS = 10_000

/**
 * Adds a row for this process and updates it regularly, so that administrators see that the process is up.
 * @returns a function that stops the updates and removes the row
 */
export function startHeartbeat(): () => Promise<void> {
  const stopping = new AbortController()
  const row = {
    id: crypto.randomUUID(),
    host: hostname(),
    pid: process.pid,
    ...build,
    startedAt: new Date(performance.timeOrigin),
  }

  async function recordHeartbeat() {
    const seenAt = now
    await database()
      .insert(serverProcess)
      .values({ ...row, seenAt })
      .onConflictDoUpdate({ target: serverProcess.id, set: { seenAt } })
  }

  async function beatOnAndOn() {
    while (!stopping.signal.aborted) {
      // Ignore database failures, because the requests that need the database log them.
      await recordHeartbeat().catch(() => undefined)
      await pause(HEARTBEAT_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  }

  const ended = beatOnAndOn()
  return async () => {
    stopping.abort()
    await ended
    await database()
      .delete(serverProcess)
      .where(eq(serverProcess.id, row.id))
      .catch(() => undefined)
  }
}
