import type * as z from 'zod/mini'
import type { SessionContext } from '#auth/current-session.server.ts'
import type { Permission } from '#auth/permissions.ts'
import type { AuditAction } from '#features.ts'

/** The export of all rows of a list that match a filter, as a file: `x.export.server.ts` of a feature, a line in `src/slots`. */
export interface ListExport<Filter extends object = object, Row extends object = object> {
  /** The name of the list in its URL, `/manager/users/export`, and in the name of the file. */
  name: string
  /** Whether users export the rows that they see in the user area, `/app/x/export`; absent for administrators. */
  area?: 'app'
  /** Whether an organization owns the rows: only those of the active organization are exported. */
  isOwned?: true
  permission: Permission
  /** The action that the history records for an export. */
  action: AuditAction
  /** Parses the parameters of the URL, all of them optional, to the filter. */
  schema: z.ZodMiniObject
  /** The names of the columns of a CSV file. */
  columns: string[]
  cellsOf(row: Row): (string | null | undefined)[]
  /** Reads the rows in the order of the list, in batches. */
  rows(context: SessionContext, filter: Filter): AsyncGenerator<Row[]>
}
