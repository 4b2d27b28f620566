import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { DECLARED_TABLES } from '#db/table-owners.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'

/** A snapshot of a user and all rows that are deleted with them, to restore them. */
export interface UserSnapshot {
  person: object
  /** The rows that are deleted with the user, by table. */
  rows: Record<string, object[]>
  /** The ids of the rows whose reference to the user the deletion sets to null, by table and column. */
  references: { table: string; column: string; ids: string[] }[]
}

interface ReferenceToUser extends Record<string, unknown> {
  table: string
  column: string
  isCascading: boolean
}

/** Names of the tables whose rows are never restored. */
const NEVER_RESTORED_TABLES = Object.entries(DECLARED_TABLES)
  .filter(([, { isNeverRestored }]) => isNeverRestored)
  .map(([name]) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

const emailTakenViolation = uniqueViolation('user_email_unique', 'email')

/** Creates the snapshot of a user before deletion, without rows that are never restored. */
export async function snapshotUser(db: Database, id: string): Promise<UserSnapshot> {
  const [read] = await db.execute<{ person: object }>(
    sql`select to_jsonb(one) as person from ${user} as one where id = ${id}`,
  )
  const kept: UserSnapshot = { person: read?.person ?? {}, rows: {}, references: [] }
  const references = await referencesToUsers(db)
  const reads = references.map(({ table, column, isCascading }, nr) => {
    const value = isCascading ? sql`to_jsonb(one)` : sql`to_jsonb(one.id)`
    return sql`select ${nr}::int as nr, jsonb_agg(${value}) as values from ${quoteIdentifier(table)} as one where ${quoteIdentifier(column)} = ${id}`
  })
  const found = await db.execute<{ nr: number; values: unknown[] | null }>(sql.join(reads, sql` union all `))
  for (const { nr, values } of found) {
    const reference = references[nr]
    if (!values || !reference) continue
    const { table, column, isCascading } = reference
    if (isCascading) kept.rows[table] = values as object[]
    else kept.references.push({ table, column, ids: values as string[] })
  }
  return kept
}

/**
 * Restores a deleted user with the same ID. Unique values that another user has meanwhile, such as a provider's account, are not
 * restored.
 * @throws {AppError} TAKEN if another user has the email address
 */
export async function restoreUser(db: Database, { person: record, rows, references }: UserSnapshot): Promise<void> {
  await mapDatabaseErrors([emailTakenViolation], async () => insertRows(db, 'user', [record], sql``))
  for (const [table, values] of Object.entries(rows)) await insertRows(db, table, values, sql`on conflict do nothing`)
  const { id } = record as { id: string }
  for (const { table, column, ids } of references)
    await db.execute(sql`
      update ${quoteIdentifier(table)} set ${quoteIdentifier(column)} = ${id}
      where id = any(${sql.param(ids)}::uuid[]) and ${quoteIdentifier(column)} is null`)
}

/** Reads the references from the database's catalog, so that tables of later releases are included. */
async function referencesToUsers(db: Database): Promise<ReferenceToUser[]> {
  return db.execute<ReferenceToUser>(sql`
    select c.relname as table, a.attname as column, f.confdeltype = 'c' as "isCascading"
    from pg_constraint as f
    join pg_class as c on c.oid = f.conrelid
    join pg_attribute as a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = '"user"'::regclass and c.relname <> all(${sql.param(NEVER_RESTORED_TABLES)}::text[]) order by 1, 2`)
}

interface ColumnFacts extends Record<string, unknown> {
  name: string
  /** The table whose `id` the column references. */
  refersTo: string | null
  isNeeded: boolean
}

/**
 * Inserts rows without generated columns. A reference to a missing row becomes null, or the row is skipped if the reference is
 * required.
 */
async function insertRows(db: Database, table: string, rows: object[], onConflict: SQL): Promise<void> {
  const columns = await db.execute<ColumnFacts>(sql`
    select a.attname as name, t.relname as "refersTo", a.attnotnull as "isNeeded"
    from pg_attribute as a
    left join pg_constraint as f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
    left join pg_class as t on t.oid = f.confrelid
    where a.attrelid = ${`"${table}"`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`)
  const list = (ofColumn: (column: ColumnFacts) => SQL) => sql.join(columns.map(ofColumn), sql`, `)
  const needed = columns.filter(({ refersTo, isNeeded }) => refersTo !== null && isNeeded)
  await db.execute(sql`
    insert into ${quoteIdentifier(table)} (${list(({ name }) => quoteIdentifier(name))})
    select ${list(valueOf)} from jsonb_populate_recordset(null::${quoteIdentifier(table)}, ${JSON.stringify(rows)}::jsonb) as one
    where ${sql.join([sql`true`, ...needed.map(rowExists)], sql` and `)} ${onConflict}`)
}

function valueOf(column: ColumnFacts): SQL {
  const value = sql`one.${quoteIdentifier(column.name)}`
  return column.refersTo === null || column.isNeeded ? value : sql`case when ${rowExists(column)} then ${value} end`
}

function rowExists({ name, refersTo }: ColumnFacts): SQL {
  return sql`exists (select from ${quoteIdentifier(refersTo ?? '')} as other where other.id = one.${quoteIdentifier(name)})`
}

function quoteIdentifier(name: string): SQL {
  return sql`${sql.identifier(name)}`
}
