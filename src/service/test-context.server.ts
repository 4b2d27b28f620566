import type { Database } from '#db/client.ts'
import type { ActorRef, AdministratorContext } from './service-context.server.ts'

const SOMEBODY = { id: crypto.randomUUID(), name: 'Somebody' }

/** Creates a context for tests and benchmarks, which call services outside of requests. The user has just signed in. */
export function contextOn(db: Database, actor: ActorRef = SOMEBODY): AdministratorContext {
  return { db, actor, ipAddress: undefined, language: 'en', requireRecentAuthentication: () => Promise.resolve() }
}
