import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { can } from '#auth/permissions.ts'
import { isBanned } from '#db/bans.ts'
import { findPerson } from '#person/find-person.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { BulkKind } from './bulk-kind.server.ts'

/** The moment until which a job that ends now can be undone. */
export const undoEnd = sql`now() + make_interval(days => ${appConfig.bulk.undoDays})`

/** Whether who acts may do what a kind does, now: by their row, for a job goes on without their session. */
export async function mayDo({ db, actor }: Pick<ServiceContext, 'db' | 'actor'>, kind: BulkKind): Promise<boolean> {
  const person = await findPerson(db, actor.id)
  return person !== undefined && !isBanned(person) && can(person.role, kind.permission)
}
