import type { PgTable } from 'drizzle-orm/pg-core'
import { manifests, type CombinedField } from '#features.ts'
import type * as schema from './schema.ts'

type Tables = typeof schema

/** The name of a table in the code. */
export type TableName = { [Name in keyof Tables]: Tables[Name] extends PgTable ? Name : never }[keyof Tables]

/** The owner of a table's rows. */
export type TableOwner = 'organization' | 'user' | 'everybody' | { with: TableName } | { system: string }

/** All tables, as features declare them. A table that no feature declares is a type error. */
export const DECLARED_TABLES: Record<
  TableName,
  { owner: TableOwner; limit: { most?: number } | string; isNeverRestored?: true }
> = Object.fromEntries(manifests.flatMap(({ tables = {} }) => Object.entries(tables))) as CombinedField<'tables'>
