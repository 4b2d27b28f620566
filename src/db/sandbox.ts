import { AsyncLocalStorage } from 'node:async_hooks'
import type { PostgresJsDatabase } from 'drizzle-orm/postgres-js'
import { environment } from '#env/environment.server.ts'
import type * as schema from './schema.ts'

/** A database that is one visitor's of the demo alone, until its time is over. */
export interface Sandbox {
  db: PostgresJsDatabase<typeof schema>
  /** To PostgreSQL itself. */
  url: string
  endsAt: Date
  /** It holds as much as a visitor may have: from then on it is read-only. */
  isFull: boolean
}

const underWay = new AsyncLocalStorage<Sandbox>()

/** Has `database()` be that of the sandbox for everything that `work` calls. */
export function runInSandbox<T>(sandbox: Sandbox, work: () => T): T {
  return underWay.run(sandbox, work)
}

/** The sandbox that the work under way belongs to, if any. */
export function findSandbox(): Sandbox | undefined {
  return underWay.getStore()
}

/** Whether nothing may change here: in the demo, outside of a sandbox that has room. */
export function isReadOnly(): boolean {
  if (!environment().demoMode) return false
  return findSandbox()?.isFull !== false
}
