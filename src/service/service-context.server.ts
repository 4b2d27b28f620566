import type { Database } from '#db/client.ts'
import { mapDatabaseErrors, type Violation } from '#db/violations.ts'

/** A person or a thing, with what it is called now. */
export interface ActorRef {
  id: string
  name: string
}

/** The context of a rule where nobody has to be signed in. */
export interface GuestContext {
  db: Database
  /** Where the call comes from; undefined outside of requests. */
  ipAddress: string | undefined
  /** The language of the page that called. */
  language: string
}

/** The context that every rule of the product is given in front of its input. */
export interface ServiceContext extends GuestContext {
  /** Whom history names: who is signed in, or the administrator who acts as them. */
  actor: ActorRef
}

/**
 * Runs a change as one transaction: all of it happens, or nothing. What the database refuses by one of the rules in
 * `violations` is thrown as what callers are told, for two changes may arrive together.
 * @param work gets the same context, with the transaction in place of the database
 * @throws {AppError} the error of a violation, and what `work` throws
 */
export function inTransaction<Context extends GuestContext, T>(
  context: Context,
  violations: Violation[],
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return mapDatabaseErrors(violations, () => context.db.transaction((db) => work({ ...context, db })))
}
