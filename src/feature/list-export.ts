import type * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import type { Permission } from '#auth/permissions.ts'
import type { AuditAction } from '#features.ts'

/** A list that leaves as a file, with all rows that a filter lets through: `x.export.server.ts` of a feature, a line in `src/slots`. */
export interface ListExport<Filter extends object = object, Row extends object = object> {
  /** The name of the list in its URL, `/manager/users/export`, and in the name of the file. */
  name: string
  permission: Permission
  /** The action in the history. */
  action: AuditAction
  /** Makes the filter of the parameters of the address, which may all be absent. */
  schema: z.ZodMiniObject
  /** The names of the columns of a CSV file. */
  columns: string[]
  cellsOf(row: Row): (string | null | undefined)[]
  /** Reads the rows in their order, some at a time. */
  rows(context: SessionContext, filter: Filter): AsyncGenerator<Row[]>
}
