import type { SQL } from 'drizzle-orm'
import type { ScopedContext } from '#db/scope.ts'

/** The SQL conditions of a personal mark that users set on repositories, for example a star. */
export interface MarkConditions {
  /** Whether the viewer has marked the row. Table names are written out, because drizzle would omit them. */
  isMarked: (viewerId: string) => SQL<boolean>
  /** Like `isMarked`, but to filter a list. Reads the ids of marked rows once, so that the list scans only these rows. */
  isAmong: (viewerId: string, reader: ScopedContext) => SQL
}

/** A list of repositories on the home page, as a query. @param columns returns the selected columns, given the time to show */
export type HomeList = (viewerId: string, reader: ScopedContext, columns: (moment: SQL) => SQL) => SQL
