import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import { user } from '#db/schema.ts'
import { mapDatabaseErrors, uniqueViolation } from '#db/violations.ts'

/** A person as they were, with all that goes when they are deleted: what it takes to have them back. */
export interface KeptPerson {
  person: object
  /** The rows that go with them, by table. */
  rows: Record<string, object[]>
  /** The rows that forget them: by table and column, the ids. */
  references: { table: string; column: string; ids: string[] }[]
}

interface Reference extends Record<string, unknown> {
  table: string
  column: string
  goesAlong: boolean
}

const emailTaken = uniqueViolation('user_email_unique', 'email')

/** Reads a person as they are, to be deleted next; without their sessions and API keys, which are over for good. */
export async function keepPerson(db: Database, id: string): Promise<KeptPerson> {
  const [read] = await db.execute<{ person: object }>(
    sql`select to_jsonb(one) as person from ${user} as one where id = ${id}`,
  )
  const kept: KeptPerson = { person: read?.person ?? {}, rows: {}, references: [] }
  const references = await referencesToPeople(db)
  const reads = references.map(({ table, column, goesAlong }, nr) => {
    const value = goesAlong ? sql`to_jsonb(one)` : sql`to_jsonb(one.id)`
    return sql`select ${nr}::int as nr, jsonb_agg(${value}) as values from ${named(table)} as one where ${named(column)} = ${id}`
  })
  const found = await db.execute<{ nr: number; values: unknown[] | null }>(sql.join(reads, sql` union all `))
  for (const { nr, values } of found) {
    const reference = references[nr]
    if (!values || !reference) continue
    const { table, column, goesAlong } = reference
    if (goesAlong) kept.rows[table] = values as object[]
    else kept.references.push({ table, column, ids: values as string[] })
  }
  return kept
}

/**
 * Gives a deleted person back as they were, under their id. What somebody else has by now, an account at a provider say, stays
 * theirs.
 * @throws {AppError} TAKEN when somebody has their address by now
 */
export async function restorePerson(db: Database, { person, rows, references }: KeptPerson): Promise<void> {
  await mapDatabaseErrors([emailTaken], async () => insertRows(db, 'user', [person], sql``))
  for (const [table, values] of Object.entries(rows)) await insertRows(db, table, values, sql`on conflict do nothing`)
  const { id } = person as { id: string }
  for (const { table, column, ids } of references)
    await db.execute(sql`
      update ${named(table)} set ${named(column)} = ${id}
      where id = any(${sql.param(ids)}::uuid[]) and ${named(column)} is null`)
}

/** Asked of the database, so that what a later release keeps of people is had back too. */
async function referencesToPeople(db: Database): Promise<Reference[]> {
  return db.execute<Reference>(sql`
    select c.relname as table, a.attname as column, f.confdeltype = 'c' as "goesAlong"
    from pg_constraint as f
    join pg_class as c on c.oid = f.conrelid
    join pg_attribute as a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.contype = 'f' and f.confrelid = '"user"'::regclass and c.relname not in ('session', 'api_key') order by 1, 2`)
}

interface Column extends Record<string, unknown> {
  name: string
  /** The table whose `id` it holds. */
  refersTo: string | null
  isNeeded: boolean
}

/**
 * What the database makes by itself is left out. What a row refers to may be gone by now: it does without, or stays away
 * where it is nothing without.
 */
async function insertRows(db: Database, table: string, rows: object[], onConflict: SQL): Promise<void> {
  const columns = await db.execute<Column>(sql`
    select a.attname as name, t.relname as "refersTo", a.attnotnull as "isNeeded"
    from pg_attribute as a
    left join pg_constraint as f on f.conrelid = a.attrelid and f.contype = 'f' and f.conkey = array[a.attnum]
    left join pg_class as t on t.oid = f.confrelid
    where a.attrelid = ${`"${table}"`}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    order by a.attnum`)
  const list = (ofColumn: (column: Column) => SQL) => sql.join(columns.map(ofColumn), sql`, `)
  const needed = columns.filter(({ refersTo, isNeeded }) => refersTo !== null && isNeeded)
  await db.execute(sql`
    insert into ${named(table)} (${list(({ name }) => named(name))})
    select ${list(valueOf)} from jsonb_populate_recordset(null::${named(table)}, ${JSON.stringify(rows)}::jsonb) as one
    where ${sql.join([sql`true`, ...needed.map(isStillThere)], sql` and `)} ${onConflict}`)
}

function valueOf(column: Column): SQL {
  const value = sql`one.${named(column.name)}`
  return column.refersTo === null || column.isNeeded ? value : sql`case when ${isStillThere(column)} then ${value} end`
}

function isStillThere({ name, refersTo }: Column): SQL {
  return sql`exists (select from ${named(refersTo ?? '')} as other where other.id = one.${named(name)})`
}

function named(name: string): SQL {
  return sql`${sql.identifier(name)}`
}
