import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { environment } from '#env/environment.server.ts'
import type * as schema from './schema.ts'

/** A temporary demo database of a single visitor. */
export interface Sandbox {
  db: PostgresJsDatabase<typeof schema>
  /** The direct URL of the sandbox's database, without a pooler. */
  url: string
  endsAt: Date
  /** Whether the sandbox contains the maximum amount of data, so that it is read-only. */
  isFull: boolean
}

const currentSandbox = new AsyncLocalStorage<Sandbox>()

/** Makes `database()` return the database of the sandbox for everything that `work` calls. */
export function runInSandbox<T>(sandbox: Sandbox, work: () => T): T {
  return currentSandbox.run(sandbox, work)
}

/** Finds the sandbox of the current work, if any. */
export function findSandbox(): Sandbox | undefined {
  return currentSandbox.getStore()
}

/** Whether changes are refused: in the demo, except in a sandbox that is not full. */
export function isDemoReadOnly(): boolean {
  if (!environment().demoMode) return false
  return findSandbox()?.isFull !== false
}
