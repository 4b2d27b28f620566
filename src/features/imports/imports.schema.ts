import * as z from 'zod/mini'
import { idField } from '#lib/id-field.ts'
import type { ImportedThing } from './field-label.ts'
import type { ImportJob } from './find-import.server.ts'
import type { ImportInput } from './import-kinds.server.ts'
import { importsConfig } from './imports.config.ts'

const columnIndex = z.nullable(z.int().check(z.gte(0), z.lt(importsConfig.maxColumns)))

/** The input of `matchImport`: the column of each field. */
export const importMatchInput = z.object({ id: idField, columns: z.record(z.string(), columnIndex) })
export type ImportMatchInput = z.infer<typeof importMatchInput>

/** The input of `startImport`: whether nothing is imported if any row is bad. */
export const importStartInput = z.object({ id: idField, isAllOrNothing: z.boolean() })
export type ImportStartInput = z.infer<typeof importStartInput>

/** The state of an import, as its page shows it. */
export interface ImportDetail
  extends
    Pick<ImportJob, 'id' | 'status' | 'total' | 'done' | 'undone' | 'undoRefused'>,
    Pick<ImportInput, 'fileName' | 'header' | 'columns'> {
  /** The kind of rows in the file. The page uses it, because its own kind differs if the URL has the ID of another import. */
  thing: ImportedThing
  /** The first cells of each column. */
  samples: string[][]
  fields: { name: string; isRequired: boolean }[]
  /** The number of checked rows. */
  checked: number
  /** Whether all rows are checked. */
  isChecked: boolean
  /** The number of rows that the check or the import has refused. */
  bad: number
  /** ISO 8601; null if the import cannot be undone. */
  undoUntil: string | null
}
