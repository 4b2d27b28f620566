import { sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'

/** A summary of each part of a database, by name. Databases with equal fingerprints have the same content. */
export type Fingerprint = Record<string, string>

/** The schemas of the product, of its migrations and of the job queue. */
const SCHEMAS = sql.raw(`('public', 'drizzle', 'graphile_worker')`)

interface FingerprintRow extends Record<string, unknown> {
  name: string
  value: string
}

/**
 * The structure: columns, constraints, indexes, triggers (enabled or not), functions, views, rights. Ignores table names in
 * views, which only PostgreSQL before 16 prints, and rights of owners, because a restored database can have another owner.
 */
const STRUCTURE_QUERY = sql`
  with relation as (
    select c.oid, c.relkind, c.relacl, c.relowner, n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ${SCHEMAS}
  ), part(name, value) as (
    select 'column ' || r.name || '.' || a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attgenerated, pg_get_expr(d.adbin, d.adrelid))
    from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    where r.relkind in ('r', 'p')
    union all
    select 'constraint ' || r.name || '.' || c.conname, concat_ws(' ', pg_get_constraintdef(c.oid), c.convalidated)
    from relation r join pg_constraint c on c.conrelid = r.oid where c.contype in ('p', 'u', 'f', 'c', 'x')
    union all
    select 'index ' || r.name, concat_ws(' ', pg_get_indexdef(i.indexrelid), i.indisvalid)
    from relation r join pg_index i on i.indexrelid = r.oid
    union all
    select 'trigger ' || r.name || '.' || t.tgname, concat_ws(' ', pg_get_triggerdef(t.oid), t.tgenabled)
    from relation r join pg_trigger t on t.tgrelid = r.oid where not t.tgisinternal
    union all
    select 'view ' || r.name, regexp_replace(pg_get_viewdef(r.oid), '\\m\\w+\\.', '', 'g') from relation r where r.relkind in ('v', 'm')
    union all
    select 'right ' || r.name || ' ' || coalesce(grantee.rolname, 'everybody'), string_agg(given.privilege_type, ' ' order by given.privilege_type)
    from relation r cross join lateral aclexplode(r.relacl) given
    left join pg_roles grantee on grantee.oid = given.grantee
    where given.grantee <> r.relowner group by r.name, grantee.rolname
    union all
    select 'function ' || n.nspname || '.' || p.oid::regprocedure, pg_get_functiondef(p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname in ${SCHEMAS} and p.prokind in ('f', 'p')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  )
  select name, md5(value) as value from part order by name`

const TABLES_QUERY = sql`
  select n.nspname || '.' || c.relname as name, format('%I.%I', n.nspname, c.relname) as value
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where n.nspname in ${SCHEMAS} and c.relkind = 'r' order by 1`

/** Fingerprints the structure of the database. Ignores the order of columns. */
export async function structureOf(db: Database): Promise<Fingerprint> {
  const parts = [...(await db.execute<FingerprintRow>(STRUCTURE_QUERY))]
  return Object.fromEntries(parts.map(({ name, value }) => [name, value]))
}

/** The sequences, each with the column that it numbers, if any. */
const SEQUENCES_QUERY = sql`
  select n.nspname || '.' || c.relname as name, c.oid::text,
    format('%I', a.attname) as column, a.attrelid::regclass::text as table
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i') and d.refobjsubid > 0
  left join pg_attribute a on a.attrelid = d.refobjid and a.attnum = d.refobjsubid
  where n.nspname in ${SCHEMAS} and c.relkind = 'S' order by 1`

interface Sequence extends Record<string, unknown> {
  name: string
  oid: string
  column: string
  table: string | null
}

const NOT_BEHIND = 'not behind'

/**
 * Returns 'behind' if a sequence is lower than a number of an existing row. The exact number is not compared, because it is not
 * part of a snapshot and increases during a backup.
 */
async function sequenceState(db: Database, { oid, column, table }: Sequence): Promise<string> {
  if (table === null) return NOT_BEHIND
  const [row] = await db.execute<{ isBehind: boolean }>(sql`
    select coalesce(pg_sequence_last_value(${oid}::oid), 0) < coalesce(max(${sql.raw(column)}), 0) as "isBehind"
    from ${sql.raw(table)}`)
  return row?.isBehind ? 'behind' : NOT_BEHIND
}

/**
 * Fingerprints all rows and the structure of the database. Rows are hashed in the database, in any order.
 * @param db preferably a transaction with one snapshot, otherwise concurrent writes might be included in part
 */
export async function fingerprintOf(db: Database): Promise<Fingerprint> {
  const parts: FingerprintRow[] = [...(await db.execute<FingerprintRow>(STRUCTURE_QUERY))]
  for (const { name, value: table } of await db.execute<FingerprintRow>(TABLES_QUERY)) {
    const [rows] = await db.execute<FingerprintRow>(
      sql`select count(*) || ' rows, ' || coalesce(sum(hashtextextended(one::text, 0)), 0) as value
          from ${sql.raw(table)} one`,
    )
    parts.push({ name: `rows ${name}`, value: rows?.value ?? '' })
  }
  for (const sequence of await db.execute<Sequence>(SEQUENCES_QUERY))
    parts.push({ name: `sequence ${sequence.name}`, value: await sequenceState(db, sequence) })
  return Object.fromEntries(parts.map(({ name, value }) => [name, value]))
}

/** Lists the parts that differ between two fingerprints or that only one of them has. */
export function findDifferences(saved: Fingerprint, restored: Fingerprint): string[] {
  const names = new Set([...Object.keys(saved), ...Object.keys(restored)])
  return [...names].filter((name) => saved[name] !== restored[name] && !isFromPreviousRelease(name, saved[name])).sort()
}

/** Whether the saved part has the previous release's format, which cannot be compared: a hash of the sequence's value. */
function isFromPreviousRelease(name: string, saved: string | undefined): boolean {
  return name.startsWith('sequence ') && /^[0-9a-f]{32}$/.test(saved ?? '')
}
