import { sessionOfRequestKey, type Session } from '#auth/current-session.server.ts'
import type { Permission } from '#auth/permissions.ts'
import { requireScopedContext } from '#auth/scoped-context.server.ts'
import type { Database } from '#db/client.ts'
import { organization } from '#db/schema.ts'
import { RequestStore, runInRequest, type RequestContext } from '#request/request-context.server.ts'

/** The context of a server function about rows with an owner. */
export type ScopedCallContext = Awaited<ReturnType<typeof requireScopedContext>>

/** Adds an organization without members. */
export async function addOrganization(db: Database, name: string) {
  const [made] = await db.insert(organization).values({ name }).returning()
  if (!made) throw new Error('no organization was added')
  return made
}

/** Builds the context that the guard of a server function passes on, or fails like the guard. */
export function contextFor(
  db: Database,
  session: Session,
  permission: Permission,
  asked?: unknown,
): Promise<ScopedCallContext> {
  const store = new RequestStore()
  store.set(sessionOfRequestKey, Promise.resolve(session))
  const request = { store, address: undefined, language: 'en' } as unknown as RequestContext
  return runInRequest(request, async () => ({ ...(await requireScopedContext(permission, asked)), db }))
}
