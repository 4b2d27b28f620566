import * as z from 'zod/mini'
import type { ImportKind } from '#bulk/import-kind.ts'
import { AppError } from '#lib/app-error.ts'
import { optionalExcept, parseTypedFields } from '#lib/form-fields.ts'
import { checkInput } from '#lib/validation-message.ts'
import { importKinds } from '#slots/import.server.ts'
import { withoutFormulaGuard } from './csv.ts'

/** The data of an import besides its rows: its file, its columns, and the progress of its check. */
export interface ImportInput {
  fileName: string
  header: string[]
  /** The index of the column of each field; null for none. */
  columns: Record<string, number | null>
  /** Whether the upload has ended, so that all rows of the file are stored. */
  isRead: boolean
  /** The line up to which the rows have been checked so far; null once all rows are checked. */
  checkedTo: number | null
  /** The number of checked rows that the `bound` of the kind limits, for example of administrators; missing in older imports. */
  bounded?: number
  /** The language in which numbers and days in the file are read; missing in imports of the previous release. */
  language?: string
}

/** The fields of a row, as `ImportKind.schema` returns them. */
export type RowValues = Record<string, unknown>

/** Finds a kind of import by its name. @throws {AppError} NOT_FOUND */
export function findImportKind(name: string): ImportKind {
  const kind = (importKinds as ImportKind[]).find((kind) => kind.name === name)
  if (!kind) throw new AppError('NOT_FOUND')
  return { ...kind, schema: schemaOfRows(kind) }
}

/** Makes the form's fields optional if files cannot contain them, so that a new field of the form doesn't make rows invalid. */
function schemaOfRows({ schema, fields }: ImportKind): ImportKind['schema'] {
  return z.object(optionalExcept(schema.shape, fields)) as ImportKind['schema']
}

/** Checks one row by the schema of the form. @param cells the unchanged cells of the file */
export function checkRow(
  { fields, schema, toInput }: ImportKind,
  { columns, language = '' }: Pick<ImportInput, 'columns' | 'language'>,
  cells: string[],
) {
  const texts = Object.fromEntries(
    fields.map((name) => {
      const place = columns[name] ?? null
      return [name, place === null ? '' : withoutFormulaGuard(cells[place] ?? '')]
    }),
  )
  const input = toInput ? toInput(texts) : texts
  return checkInput(
    schema as z.ZodMiniType<RowValues>,
    language === '' ? input : parseTypedFields(schema, input, language),
  )
}

/** Returns the name of a row: the value of its key field, which is a text in every kind of import. */
export function rowNameOf({ key }: ImportKind, values: RowValues): string {
  const name = values[key]
  return typeof name === 'string' ? name : ''
}
