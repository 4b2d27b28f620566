import type { SQL } from 'drizzle-orm'
import type { ScopedContext } from '#db/scope.ts'

/** Something that people mark repositories with, each for themselves, as conditions on the row of a query. */
export interface RowMark {
  /** Whether the viewer has marked it. Tables are written out, for drizzle would leave them away. */
  isMarked: (viewerId: string) => SQL<boolean>
  /** Whether the row is one of those that the viewer has marked. They are read once, so that a list scans them and not all rows. */
  isAmong: (viewerId: string, reader: ScopedContext) => SQL
}

/** A list of repositories on the home page, as a query. @param columns what it selects, by the moment that it shows */
export type HomeList = (viewerId: string, reader: ScopedContext, columns: (moment: SQL) => SQL) => SQL
