import type { SQL, SQLWrapper } from 'drizzle-orm'
import type * as z from 'zod/mini'
import type { Permission } from '#auth/permissions.ts'
import type { ErrorCode } from '#lib/app-error.ts'
import type { ActorRef, AdministratorContext } from '#service/service-context.server.ts'

type Texts = Record<string, string>

/** A kind of things that can be created from the rows of a file: `x.import.server.ts` of a feature, listed in `src/slots`. */
export interface ImportKind<Fields extends Record<string, unknown> = Record<string, unknown>> {
  /** The name of the kind, and of its bulk job. */
  name: 'import-users' | 'import-repositories'
  permission: Permission
  /** Whether importing or undoing it requires a fresh sign-in. */
  isDangerous: boolean
  /** The namespace of the texts that has its labels and messages. */
  namespace: 'users' | 'repositories'
  /** The fields that columns can be matched with. */
  fields: (keyof Fields & string)[]
  /** The fields that must have a column. */
  required: (keyof Fields & string)[]
  /** The schema of the form, which returns `Fields`. Fields that aren't in `fields` are treated as left out. */
  schema: z.ZodMiniObject
  /** The field that must be unique, ignoring case. */
  key: keyof Fields & string
  /** The maximum number of rows in a file that fit; further ones are refused with the code. */
  bound?: { fits: (fields: Fields) => boolean; most: number; code: ErrorCode }
  /** Converts texts, as people write them, to the input of the schema. */
  toInput?: (texts: Texts) => Texts
  /** Returns the condition that a thing with this key exists. */
  isTaken(key: SQLWrapper): SQL
  create(context: AdministratorContext, fields: Fields): Promise<{ id: string }>
  /** @throws {AppError} CHANGED_SINCE if the thing was changed after the import */
  remove(context: AdministratorContext, subject: ActorRef, fields: Fields): Promise<void>
}
