import type { Database } from '#db/client.ts'
import type { ScopedContext } from '#db/scope.ts'
import { readPossiblyStale } from '#db/stale-reads.ts'
import { mapDatabaseErrors, type Violation } from '#db/violations.ts'

/** A user or another entity, with its current name. */
export interface ActorRef {
  id: string
  name: string
}

/** The context of services that need no signed-in user. */
export interface GuestContext {
  db: Database
  /** The IP address of the caller; undefined outside of requests. */
  ipAddress: string | undefined
  /** The language of the calling page. */
  language: string
}

/** The context that every service gets as its first argument. */
export interface ServiceContext extends GuestContext, ScopedContext {
  /** The actor in the history: the signed-in user, or the administrator who acts as that user. */
  actor: ActorRef
  /** The bulk job that makes the change. With a job, no limit is checked, because the job as a whole was counted as one change. */
  jobId?: string
}

/** The context of an administrator's action on other users. */
export interface AdministratorContext extends ServiceContext {
  /** Rejects an action without a recent authentication. @throws {AppError} SESSION_EXPIRED */
  requireRecentAuthentication: () => Promise<void>
}

/**
 * Runs a change as one transaction, so that it happens completely or not at all. If it violates a constraint of the
 * database, for example because of a concurrent change, the violations in `violations` become errors for callers.
 * @param work gets the same context, with the transaction in place of the database
 * @throws {AppError} the error of a violation, and any error that `work` throws
 */
export function inTransaction<Context extends GuestContext, T>(
  context: Context,
  violations: Violation[],
  work: (context: Context) => Promise<T>,
): Promise<T> {
  return mapDatabaseErrors(violations, () => context.db.transaction((db) => work({ ...context, db })))
}

/**
 * Runs a service whose result can be some seconds old, but never older than the last change of this browser. Use it for
 * lists and figures; data that is read in order to change it must be current.
 */
export function allowStale<Context extends GuestContext, Input, T>(
  context: Context,
  rule: (context: Context, input: Input) => Promise<T>,
  input: Input,
): Promise<T> {
  return readPossiblyStale((db) => rule({ ...context, db }, input))
}
