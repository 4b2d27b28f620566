import * as z from 'zod/mini'
import { appConfig } from '#app.config'
import { idField } from '#lib/id-field.ts'

const place = z.nullable(z.int().check(z.gte(0), z.lt(appConfig.csv.mostColumns)))

export const importIdInput = z.object({ id: idField })

/** The input of a match: which column each field is taken from. */
export const importMatchInput = z.object({ id: idField, columns: z.record(z.string(), place) })
export type ImportMatchInput = z.infer<typeof importMatchInput>

/** The input of a start: whether nothing shall be imported where a row cannot be. */
export const importStartInput = z.object({ id: idField, isAllOrNothing: z.boolean() })
export type ImportStartInput = z.infer<typeof importStartInput>

/** A row that cannot be imported, with what is wrong with it in the reader's language. */
export interface ImportProblem {
  line: number
  /** What the key field has. */
  name: string
  problems: string[]
}

/** An import as its page shows it, from the upload to its undoing. */
export interface ImportDetail {
  id: string
  thing: 'users' | 'repositories'
  status: 'draft' | 'queued' | 'running' | 'done' | 'undoing' | 'undone'
  fileName: string
  header: string[]
  /** The first cells of each column. */
  samples: string[][]
  fields: { name: string; isRequired: boolean }[]
  columns: Record<string, number | null>
  total: number
  /** How many rows were looked at by the check. */
  checked: number
  /** The check is through. */
  isChecked: boolean
  /** Rows that cannot be imported, by the check or as it came to it. */
  bad: number
  problems: ImportProblem[]
  done: number
  undone: number
  undoRefused: number
  /** ISO 8601; null where it cannot be undone. */
  undoUntil: string | null
}
