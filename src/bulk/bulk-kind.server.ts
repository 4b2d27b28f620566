import type { SQL } from 'drizzle-orm'
import type { Permission } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import type { ErrorCode } from '#lib/app-error.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'

/** The rows to which a bulk job applies: rows with these ids, or all rows that match the filter of a list. */
export type BulkSelection<Filter = unknown> = { ids: string[] } | { filter: Filter }

/** A row of a bulk job, as `apply` receives it. */
export interface BulkRow<Input = unknown, Own = unknown> {
  /** The user or repository to change; null if the job is still to create it. */
  subject: ActorRef | null
  /** The input that all rows of the job share. */
  input: Input
  /** The data of this row only. */
  own: Own
}

/** A row that was done, as `undo` receives it. */
export interface DoneBulkRow<Input = unknown, Own = unknown, Before = unknown> extends BulkRow<Input, Own> {
  /** The `before` that `apply` returned. */
  before: Before
}

/** A row that could not be done or undone, as `explain` receives it. */
interface FailedBulkRow<Input = unknown, Own = unknown> extends Pick<BulkRow<Input>, 'input'> {
  position: number
  code: ErrorCode
  /** Null once the data for undoing the job is cleared. */
  own: Own | null
}

interface AppliedChange<Before> {
  /** The user or repository that was changed or created. */
  subject?: ActorRef
  /** The data that undoing the row needs; JSON. */
  before?: Before
}

/**
 * An action that can be applied to many rows. `apply` and `undo` run in a savepoint for each row. An `AppError` is reported
 * for that row and does not stop the other rows. A required recent sign-in was checked before.
 */
export interface BulkKind<Input = unknown, Filter = unknown, Own = unknown, Before = unknown> {
  name: string
  /** The permission that the user needs for as long as the job runs. */
  permission: Permission
  /** The permissions that an API key also needs, because it can act on administrators, who can revoke the key. */
  keyPermissions?: readonly Permission[]
  /** Whether starting or undoing a job of this kind requires a recent sign-in. */
  isDangerous?: boolean
  /** Returns the query for `id` and `name` of the rows that `actorId` selected, without rows created after `before`. */
  find?(selection: BulkSelection<Filter>, before: SQL, actorId: string): SQL
  /** Locks the subjects of a batch, always in the same order, so that two batches cannot deadlock. */
  lock?(db: Database, subjectIds: string[]): Promise<unknown>
  apply(context: AdministratorContext, row: BulkRow<Input, Own>): Promise<AppliedChange<Before>>
  /** Undoes a row. @throws {AppError} CHANGED_SINCE if the subject was changed after `apply` */
  undo?(context: AdministratorContext, row: DoneBulkRow<Input, Own, Before>): Promise<void>
  /** Returns a name for a failed row without a subject, and the reason in words, if the code of the error is not enough. */
  explain?(row: FailedBulkRow<Input, Own>, language: string): { name: string; reason: string }
}

const kindsByName = new Map<string, BulkKind>()

/** Registers the bulk actions of all features. Called at server setup, because this folder must not import features. */
export function registerBulkKinds(provided: BulkKind[]): void {
  for (const kind of provided) kindsByName.set(kind.name, kind)
}

/** Returns the bulk action with this name; undefined if this release doesn't have it. */
export function findBulkKind(name: string): BulkKind | undefined {
  return kindsByName.get(name)
}

/** Returns the bulk action with this name. @throws if this release doesn't have it */
export function bulkKind(name: string): BulkKind {
  const kind = findBulkKind(name)
  if (!kind) throw new Error(`no registered bulk action is named ${name}`)
  return kind
}
