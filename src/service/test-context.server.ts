import type { Database } from '#db/client.ts'
import type { ActorRef, ServiceContext } from './service-context.server.ts'

const SOMEBODY = { id: crypto.randomUUID(), name: 'Somebody' }

/** A context for rules that are called outside of requests, by tests and benchmarks. */
export function contextOn(db: Database, actor: ActorRef = SOMEBODY): ServiceContext {
  return { db, actor, ipAddress: undefined, language: 'en' }
}
