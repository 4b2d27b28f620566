import type { SQL, SQLWrapper } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Permission } from '#auth/permissions.ts'
import { withoutGuard } from '#lib/csv.ts'
import { AppError, type ErrorCode } from '#lib/app-error.ts'
import { optionalBut, readFields } from '#lib/form-fields.ts'
import { checkInput } from '#lib/validation-message.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'
import { provideBulkKinds, type BulkKind } from './bulk-kind.server.ts'

/** The record of an import besides its rows: what it is made of, and how far it is checked. */
export interface ImportInput {
  fileName: string
  header: string[]
  /** The place of the column that each field is taken from; null for none. */
  columns: Record<string, number | null>
  /** All rows of the file are there. */
  isRead: boolean
  /** The line up to which rows were checked; null when all of them were. */
  checkedTo: number | null
  /** How many of the checked rows fit the bound of the kind; missing in imports of the release before. */
  bounded?: number
  /** In which numbers and days are written in the file; missing in imports of the release before. */
  language?: string
}

type Texts = Record<string, string>
type Values = Record<string, unknown>

/** Things of a kind that can be made from the rows of a file. */
export interface ImportKind<Fields extends Values = Values> {
  /** That of the bulk job too. */
  name: 'import-users' | 'import-repositories'
  permission: Permission
  /** Whether the sign-in of who imports, or undoes it, has to be fresh. */
  isDangerous: boolean
  /** The texts that its labels and messages are in. */
  namespace: 'users' | 'repositories'
  /** The fields that a column can be matched with. */
  fields: (keyof Fields & string)[]
  /** Those of them without which there is nothing to import. */
  required: (keyof Fields & string)[]
  /** That of the form, which makes `Fields` of them; what is not among `fields` is as if it were left out. */
  schema: z.ZodMiniObject
  /** The field that no two have alike, whatever its case. */
  key: keyof Fields & string
  /** Of rows that fit, a file has so many at most; the code is told of the others. */
  bound?: { fits: (fields: Fields) => boolean; most: number; code: ErrorCode }
  /** Makes of texts, as people write them, what the schema takes. */
  toInput?: (texts: Texts) => Texts
  /** Whether a thing is there that has this key. */
  isTaken(key: SQLWrapper): SQL
  create(context: AdministratorContext, fields: Fields): Promise<{ id: string }>
  /** @throws {AppError} CHANGED_SINCE for what is not as it was made */
  remove(context: AdministratorContext, subject: ActorRef, fields: Fields): Promise<void>
}

const kinds = new Map<string, ImportKind>()

/** Makes kinds of imports known to this process, as bulk jobs too. */
export function provideImportKinds(provided: ImportKind<never>[]): void {
  // Each is given what its own schema makes, and nothing else.
  const made = (provided as ImportKind[]).map((kind) => ({ ...kind, schema: schemaOfRows(kind) }))
  for (const kind of made) kinds.set(kind.name, kind)
  provideBulkKinds(made.map(asBulkKind))
}

/** Finds a kind by its name. @throws {AppError} NOT_FOUND */
export function importKind(name: string): ImportKind {
  const kind = kinds.get(name)
  if (!kind) throw new AppError('NOT_FOUND')
  return kind
}

/** A field that the form got since does not make the rows of a file wrong that has no column for it. */
function schemaOfRows({ schema, fields }: ImportKind): ImportKind['schema'] {
  return z.object(optionalBut(schema.shape, fields)) as ImportKind['schema']
}

/** Checks one row by the schema of its form. @param cells as they stand in the file */
export function checkRow(
  { fields, schema, toInput }: ImportKind,
  { columns, language = '' }: Pick<ImportInput, 'columns' | 'language'>,
  cells: string[],
) {
  const texts = Object.fromEntries(
    fields.map((name) => {
      const place = columns[name] ?? null
      return [name, place === null ? '' : withoutGuard(cells[place] ?? '')]
    }),
  )
  const input = toInput ? toInput(texts) : texts
  return checkInput(schema as z.ZodMiniType<Values>, language === '' ? input : readFields(schema, input, language))
}

/** Finds the name of a row: its key, which is a text in every kind. */
export function nameIn({ key }: ImportKind, values: Values): string {
  const name = values[key]
  return typeof name === 'string' ? name : ''
}

function asBulkKind(kind: ImportKind): BulkKind {
  const made: BulkKind<ImportInput, never, string[], Values> = {
    name: kind.name,
    permission: kind.permission,
    isDangerous: kind.isDangerous,
    async apply(context, { input, own }) {
      const { data } = checkRow(kind, input, own)
      if (!data) throw new AppError('INVALID_INPUT')
      const { id } = await kind.create(context, data)
      return { subject: { id, name: nameIn(kind, data) }, before: data }
    },
    async undo(context, { subject, before }) {
      if (!subject) throw new AppError('NOT_FOUND')
      await kind.remove(context, subject, before)
    },
  }
  return made
}
