import type { SQL } from 'drizzle-orm'
import type { Permission } from '#auth/permissions.ts'
import type { Database } from '#db/client.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'

/** Which rows a bulk job is about: some by their ids, or all that the filter of a list fits. */
export type BulkSelection<Filter = unknown> = { ids: string[] } | { filter: Filter }

/** One row of a bulk job, as a kind is given it. */
export interface BulkRow<Input = unknown, Own = unknown> {
  /** Whom or what it is about; null for what the job is still to make. */
  subject: ActorRef | null
  /** What is done to every row. */
  input: Input
  /** The data of this row alone. */
  own: Own
}

/** A row that was done, as a kind is given it to undo. */
export interface DoneBulkRow<Input = unknown, Own = unknown, Before = unknown> extends BulkRow<Input, Own> {
  /** What `apply` returned. */
  before: Before
}

interface Applied<Before> {
  /** Whom or what the row made. */
  subject?: ActorRef
  /** What undoing it needs; JSON. */
  before?: Before
}

/**
 * Something that can be done to many rows. `apply` and `undo` run in a transaction of the row's own and throw an `AppError`
 * for what they cannot do to it, which is told of that row and stops no other. Who asked has shown that it is them.
 */
export interface BulkKind<Input = unknown, Filter = unknown, Own = unknown, Before = unknown> {
  name: string
  /** What who asked for it has to be allowed, all the while. */
  permission: Permission
  /** Whether the sign-in of who asks for it, or undoes it, has to be fresh. */
  isDangerous?: boolean
  /** The query for the rows of a selection of `actorId`, `id` and `name`; those that came after `before` left out. */
  find?(selection: BulkSelection<Filter>, before: SQL, actorId: string): SQL
  /** Locks the rows of a batch in one order for all, so that two batches never wait for each other in a circle. */
  lock?(db: Database, subjectIds: string[]): Promise<unknown>
  apply(context: AdministratorContext, row: BulkRow<Input, Own>): Promise<Applied<Before>>
  /** @throws {AppError} CHANGED_SINCE for what is not any more as `apply` left it */
  undo?(context: AdministratorContext, row: DoneBulkRow<Input, Own, Before>): Promise<void>
}

const kinds = new Map<string, BulkKind>()

/** Makes kinds known to this process: called where the server is put together, for this folder knows no feature. */
export function provideBulkKinds(provided: BulkKind[]): void {
  for (const kind of provided) kinds.set(kind.name, kind)
}

/** Finds a kind by its name. @throws where this release does not know it */
export function bulkKind(name: string): BulkKind {
  const kind = kinds.get(name)
  if (!kind) throw new Error(`no bulk kind ${name}`)
  return kind
}
