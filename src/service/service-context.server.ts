import type { Database } from '#db/client.ts'
import type { ScopedContext } from '#db/scope.ts'
import { readStale } from '#db/stale-reads.ts'
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
export interface ServiceContext extends GuestContext, ScopedContext {
  /** Whom history names: who is signed in, or the administrator who acts as them. */
  actor: ActorRef
  /** Set for the rows of a bulk job: it was counted as one. */
  isJob?: boolean
}

/** The context of what administrators do to others. */
export interface AdministratorContext extends ServiceContext {
  /** Stops what somebody who finds an open browser must not do. @throws {AppError} SESSION_EXPIRED */
  requireFreshSignIn: () => Promise<void>
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

/**
 * Runs a rule whose result may be some seconds old, though never older than what this browser has written. For lists and figures;
 * what is read to be changed has to be as it is.
 */
export function mayBeStale<Context extends GuestContext, Input, T>(
  context: Context,
  rule: (context: Context, input: Input) => Promise<T>,
  input: Input,
): Promise<T> {
  return readStale((db) => rule({ ...context, db }, input))
}
