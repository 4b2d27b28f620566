import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { parse } from 'libpg-query'
import * as schema from '#db/schema.ts'

/** A node of PostgreSQL's own parse tree: fields by name, children as `{ NodeType: fields }`. */
type Tree = Record<string, unknown>

/** The columns of the product's tables, by table name. */
export type KnownTables = ReadonlyMap<string, ReadonlySet<string>>

/** Columns that every table of PostgreSQL has. */
const SYSTEM_COLUMNS = ['ctid', 'tableoid', 'xmin', 'xmax', 'cmin', 'cmax']

/** Reads the columns of the product's tables from its schema. */
export function knownTables(): KnownTables {
  const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [value as PgTable] : []))
  return new Map(
    tables.map((table) => {
      const { name, columns } = getTableConfig(table)
      const names = columns.map((column) => (column.keyAsName ? toSnakeCase(column.name) : column.name))
      return [name, new Set([...names, ...SYSTEM_COLUMNS])]
    }),
  )
}

/** A table or subquery of a `from`, with its name in the query. `columns` is undefined for a subquery. */
interface RangeTable {
  name: string
  columns: ReadonlySet<string> | undefined
}

/** The tables in which PostgreSQL looks up a column: first the query's own tables, then the tables of enclosing queries. */
interface Scope {
  own: RangeTable[]
  outer: RangeTable[]
}

/**
 * Lists the unqualified columns in subqueries that PostgreSQL might look up in the wrong table: columns that are compared with
 * another column although an outer table might have a column of that name, and columns that only an outer table has. PostgreSQL
 * prefers the innermost table, so `select from member as m where m.user_id = "user_id"` finds all rows. drizzle omits the table
 * name in statements on a single table, even in `sql` fragments, so the source does not show whether a column is qualified.
 */
export async function ambiguousColumnsIn(statement: string, tables: KnownTables): Promise<string[]> {
  const { stmts = [] } = (await parse(statement)) as { stmts?: unknown[] }
  return new AmbiguitySearch(tables).ambiguousColumnsIn(stmts)
}

/** The fields of a statement that hold the tables to which its expressions can refer. */
const TABLE_FIELDS: Record<string, string[]> = {
  SelectStmt: ['fromClause'],
  UpdateStmt: ['relation', 'fromClause'],
  DeleteStmt: ['relation', 'usingClause'],
  InsertStmt: ['relation'],
}
/** The parts of a statement that can refer to the outer tables, but not to the statement's own tables. */
const SEPARATE_SCOPES = new Set(['withClause', 'larg', 'rarg', 'selectStmt'])

class AmbiguitySearch {
  readonly #tables: KnownTables
  readonly #found = new Set<string>()

  constructor(tables: KnownTables) {
    this.#tables = tables
  }

  ambiguousColumnsIn(statements: unknown): string[] {
    this.#visit(statements, { own: [], outer: [] })
    return [...this.#found]
  }

  #visit(value: unknown, scope: Scope): void {
    if (Array.isArray(value)) for (const item of value) this.#visit(item, scope)
    else if (isTree(value)) for (const [type, fields] of Object.entries(value)) this.#visitNode(type, fields, scope)
  }

  #visitNode(type: string, fields: unknown, scope: Scope): void {
    if (isTree(fields) && isStatement(type, fields)) return this.#visitStatement(type, fields, scope)
    if (type === 'RangeSubselect' && isTree(fields) && !fields.lateral)
      return this.#visit(fields, { ...scope, own: [] })
    if (type === 'ColumnRef') this.#check([fields as Tree], scope, isOnlyInOuterTable)
    if (type === 'A_Expr') {
      const columns = columnsOf(fields)
      if (columns.length > 1) this.#check(columns, scope, isPerhapsInOuterTable)
    }
    this.#visit(fields, scope)
  }

  #visitStatement(type: string, fields: Tree, around: Scope): void {
    const own = (TABLE_FIELDS[type] ?? ['fromClause']).flatMap((field) => this.#tablesOf(fields[field]))
    const inside = { own, outer: [...around.own, ...around.outer] }
    for (const [name, part] of Object.entries(fields))
      if (SEPARATE_SCOPES.has(name)) this.#visit({ [name]: part }, around)
      else this.#visit(part, inside)
  }

  #check(columns: Tree[], scope: Scope, isAmbiguous: (column: string, scope: Scope) => boolean): void {
    if (scope.own.length === 0 || scope.outer.length === 0) return
    for (const { fields } of columns) {
      const [column, ...more] = (fields as { String?: { sval: string } }[]).map(({ String: text }) => text?.sval)
      if (column === undefined || more.length > 0) continue
      // A name that equals a table of the query is not a column, but the whole row of that table.
      if (!scope.own.some(({ name }) => name === column) && isAmbiguous(column, scope)) this.#found.add(column)
    }
  }

  /** Returns the tables of a `from`, including those of its joins. */
  #tablesOf(value: unknown): RangeTable[] {
    if (Array.isArray(value)) return value.flatMap((item) => this.#tablesOf(item))
    if (!isTree(value)) return []
    const { relname, alias } = value as { relname?: string; alias?: { aliasname: string } }
    if (relname !== undefined) return [{ name: alias?.aliasname ?? relname, columns: this.#tables.get(relname) }]
    if ('JoinExpr' in value) {
      const { larg, rarg } = value.JoinExpr as Tree
      return [larg, rarg].flatMap((side) => this.#tablesOf(side))
    }
    if ('RangeVar' in value) return this.#tablesOf(value.RangeVar)
    const [range] = Object.values(value) as { alias?: { aliasname: string } }[]
    return [{ name: range?.alias?.aliasname ?? '', columns: undefined }]
  }
}

/** Whether no table of the query itself has the column, so that only an outer table can have it. */
function isOnlyInOuterTable(column: string, { own }: Scope): boolean {
  return own.every(({ columns }) => columns?.has(column) === false)
}

/** Whether an outer table has the column, or might have it because its columns are unknown. */
function isPerhapsInOuterTable(column: string, { outer }: Scope): boolean {
  return outer.some(({ columns }) => columns?.has(column) !== false)
}

/** Returns the columns of an expression, except those of its subqueries. */
function columnsOf(value: unknown): Tree[] {
  if (Array.isArray(value)) return value.flatMap(columnsOf)
  if (!isTree(value)) return []
  return Object.entries(value).flatMap(([type, fields]) => {
    if (type === 'ColumnRef') return isTree(fields) ? [fields] : []
    return type === 'SubLink' ? [] : columnsOf(fields)
  })
}

/** Whether a node is a statement. Unlike the sides of a `join`, the sides of a `union` are selects without a type key. */
function isStatement(type: string, fields: Tree): boolean {
  return type in TABLE_FIELDS || ((type === 'larg' || type === 'rarg') && 'op' in fields)
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
