import type { SQL, SQLWrapper } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Permission } from '#auth/permissions.ts'
import type { ErrorCode } from '#lib/app-error.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'

type Texts = Record<string, string>

/** An import of users or repositories from the rows of a file: `x.import.server.ts` of a feature, listed in `src/slots`. */
export interface ImportKind<Fields extends Record<string, unknown> = Record<string, unknown>> {
  /** The name of the kind, and of its bulk job. */
  name: 'import-users' | 'import-repositories'
  permission: Permission
  /** The permissions that an API key also needs, because rows of the file can be administrators. */
  keyPermissions?: readonly Permission[]
  /** Whether starting or undoing the import requires a recent sign-in. */
  isDangerous: boolean
  /** The i18n namespace of the labels and messages. */
  namespace: 'users' | 'repositories'
  /** The fields that the user can assign to columns of the file. */
  fields: (keyof Fields & string)[]
  /** The fields that must be assigned to a column. */
  required: (keyof Fields & string)[]
  /** The schema of the form, which returns `Fields`. Fields that aren't in `fields` are treated as left out. */
  schema: z.ZodMiniObject
  /** The field that must be unique, ignoring case. */
  key: keyof Fields & string
  /** The maximum number of rows for which `fits` is true; further such rows are refused with the code. */
  bound?: { fits: (fields: Fields) => boolean; most: number; code: ErrorCode }
  /** Converts texts, as written in the file, to the input of the schema. */
  toInput?: (texts: Texts) => Texts
  /** Returns the condition that a user or repository with this key exists. */
  isTaken(key: SQLWrapper): SQL
  create(context: AdministratorContext, fields: Fields): Promise<{ id: string }>
  /** Deletes an imported row. @throws {AppError} CHANGED_SINCE if it was changed after the import */
  remove(context: AdministratorContext, subject: ActorRef, fields: Fields): Promise<void>
}
