import { is } from 'drizzle-orm'
import { toSnakeCase } from 'drizzle-orm/casing'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { parse } from 'libpg-query'
import * as schema from './schema.ts'

/** A node of PostgreSQL's own parse tree: fields by name, children as `{ NodeType: fields }`. */
type Tree = Record<string, unknown>

/** The columns of the tables of the product, by the table's name. */
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

/** A table as a query names it; the columns of a subquery are not known. */
interface RangeTable {
  name: string
  columns: ReadonlySet<string> | undefined
}

/** The tables that a column is looked up in: those of the query itself, then those around it. */
interface Scope {
  own: RangeTable[]
  outer: RangeTable[]
}

/**
 * Lists the columns of a statement that stand without their table in a subquery, where PostgreSQL may take another than is
 * meant: compared with another column while a table around has one of that name, or found in a table around alone. The
 * innermost table wins: `select from member as m where m.user_id = "user_id"` is true of every row.
 * drizzle itself writes no table in a select, update or delete of one table, in `sql` fragments too: the source does not show it.
 */
export async function bareColumnsIn(statement: string, tables: KnownTables): Promise<string[]> {
  const { stmts = [] } = (await parse(statement)) as { stmts?: unknown[] }
  return new Search(tables).bareColumnsIn(stmts)
}

/** The fields of statements that hold the tables which their expressions may name. */
const FROM: Record<string, string[]> = {
  SelectStmt: ['fromClause'],
  UpdateStmt: ['relation', 'fromClause'],
  DeleteStmt: ['relation', 'usingClause'],
  InsertStmt: ['relation'],
}
/** The parts of a statement that see the tables around it, and not its own. */
const SEPARATE = new Set(['withClause', 'larg', 'rarg', 'selectStmt'])

class Search {
  readonly #tables: KnownTables
  readonly #found = new Set<string>()

  constructor(tables: KnownTables) {
    this.#tables = tables
  }

  bareColumnsIn(statements: unknown): string[] {
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
    if (type === 'ColumnRef') this.#check([fields as Tree], scope, isOutwards)
    if (type === 'A_Expr') {
      const columns = columnsOf(fields)
      if (columns.length > 1) this.#check(columns, scope, isAround)
    }
    this.#visit(fields, scope)
  }

  #visitStatement(type: string, fields: Tree, around: Scope): void {
    const own = (FROM[type] ?? ['fromClause']).flatMap((field) => this.#tablesOf(fields[field]))
    const inside = { own, outer: [...around.own, ...around.outer] }
    for (const [name, part] of Object.entries(fields))
      if (SEPARATE.has(name)) this.#visit({ [name]: part }, around)
      else this.#visit(part, inside)
  }

  #check(columns: Tree[], scope: Scope, isAmbiguous: (column: string, scope: Scope) => boolean): void {
    if (scope.own.length === 0 || scope.outer.length === 0) return
    for (const { fields } of columns) {
      const [column, ...more] = (fields as { String?: { sval: string } }[]).map(({ String: text }) => text?.sval)
      if (column === undefined || more.length > 0) continue
      // A whole row goes by the name of its table.
      if (!scope.own.some(({ name }) => name === column) && isAmbiguous(column, scope)) this.#found.add(column)
    }
  }

  /** The tables of a `from`, also those of its joins. */
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

/** Whether the tables of the query itself have no such column: it can only be found around. */
function isOutwards(column: string, { own }: Scope): boolean {
  return own.every(({ columns }) => columns?.has(column) === false)
}

/** Whether a table around may have such a column too. */
function isAround(column: string, { outer }: Scope): boolean {
  return outer.some(({ columns }) => columns?.has(column) !== false)
}

/** The columns of an expression, those of its subqueries left out. */
function columnsOf(value: unknown): Tree[] {
  if (Array.isArray(value)) return value.flatMap(columnsOf)
  if (!isTree(value)) return []
  return Object.entries(value).flatMap(([type, fields]) => {
    if (type === 'ColumnRef') return isTree(fields) ? [fields] : []
    return type === 'SubLink' ? [] : columnsOf(fields)
  })
}

/** Whether a node is a statement; the two sides of a `union` are selects without their type, those of a `join` are not. */
function isStatement(type: string, fields: Tree): boolean {
  return type in FROM || ((type === 'larg' || type === 'rarg') && 'op' in fields)
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
