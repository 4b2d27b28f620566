import { getTableName } from 'drizzle-orm'
import { finding, isTest, walk, type Node, type Source } from './source.ts'
import { TABLES, tablesOf } from './table-owners.ts'

/** The tables of an organization itself, for which other access rules apply. */
const MEMBERSHIP_TABLES = new Set(['member', 'organization', 'organizationInvitation'])

/** Names of the tables whose rows an organization owns, in the code and in SQL. */
const OWNED_TABLES = tablesOf('organization').filter((name) => !MEMBERSHIP_TABLES.has(name))
const SQL_TABLE_NAMES = OWNED_TABLES.flatMap((name) => TABLES[name] ?? []).map(getTableName)

/** Matches a condition on the owner of a row. */
const SCOPE_CONDITION = /\b(rowsFor|isWithinReach|isReadable|rowsVisibleTo|matchesFilter)\(/
/** Match queries of owned rows, by the query builder and as SQL. */
const QUERY_BUILDER_METHOD = /^(?:from|update|delete|innerJoin|leftJoin|\$count)$/
const SQL_QUERY = new RegExp(
  String.raw`\b(?:from|join|update|into) (?:"?(?:${SQL_TABLE_NAMES.join('|')})"?(?![\w.])|\$\{(?:${OWNED_TABLES.join('|')})\})`,
  'i',
)

const SQL_INSERT = new RegExp(String.raw`^\`\s*insert into (?:${SQL_TABLE_NAMES.join('|')})\b`, 'i')

/** Files that read rows of all owners, each with the reason. */
export const UNSCOPED_FILES: Record<string, string> = {
  'src/audit/audit.server.ts': 'says whether the subject of an entry is still there, to administrators',
  'src/features/link-checks/check-links.server.ts': 'asks the links of all, by the id that a rule hands in',
  'src/features/webhooks/webhook-message.server.ts': 'says whose one is, to webhooks of administrators',
}

/** Finds queries of owned rows without a condition on the owner. */
export function unscopedQueries(sources: Source[]): string[] {
  return sources.filter((source) => !isTest(source) && !(source.path in UNSCOPED_FILES)).flatMap(unscopedQueriesIn)
}

function unscopedQueriesIn(source: Source): string[] {
  const found: string[] = []
  walk(source, (node, around) => {
    if (!isQuery(node, source)) return
    const whole = enclosingStatement(node, around)
    if (isInsert(node, source) || SCOPE_CONDITION.test(source.text.slice(whole.start, whole.end))) return
    if (namesScopedCondition(source, whole)) return
    found.push(finding(source, node.start, 'queries rows without a condition on their owner: see src/db/scope.ts.'))
  })
  return found
}

function isQuery(node: Node, { text }: Source): boolean {
  if (node.type === 'TemplateLiteral') return SQL_QUERY.test(text.slice(node.start, node.end))
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { property } = node.callee
  const [table] = node.arguments
  if (property.type !== 'Identifier' || !QUERY_BUILDER_METHOD.test(property.name) || table?.type !== 'Identifier')
    return false
  return (
    OWNED_TABLES.includes(table.name) ||
    (table.name === 'table' && OWNED_TABLES.some((name) => text.includes(`${name} as table`)))
  )
}

function isInsert(node: Node, { text }: Source): boolean {
  return node.type === 'TemplateLiteral' && SQL_INSERT.test(text.slice(node.start, node.end))
}

/** Returns the statement around a query, because the condition can be anywhere in the chain of calls. */
function enclosingStatement(node: Node, around: Node[]): Node {
  return (
    around.find((outer) =>
      ['VariableDeclaration', 'ExpressionStatement', 'ReturnStatement', 'IfStatement', 'Property'].includes(outer.type),
    ) ?? node
  )
}

/** Whether a query uses a condition from a constant of the same file, for example `where(page.where)` or `${first}`. */
function namesScopedCondition(
  source: Source,
  { start, end }: Pick<Node, 'start' | 'end'>,
  seen = new Set<string>(),
): boolean {
  const { text } = source
  const names = [...text.slice(start, end).matchAll(/\b[a-zA-Z]\w*\b/g)].map(([name]) => name)
  return names.some((name) => {
    if (seen.has(name)) return false
    seen.add(name)
    const made = new RegExp(String.raw`const (?:\{[^}]*\b${name}\b[^}]*\}|${name}) = `).exec(text)
    if (!made) return false
    const place = { start: made.index, end: endOfStatement(text, made.index) }
    return SCOPE_CONDITION.test(text.slice(place.start, place.end)) || namesScopedCondition(source, place, seen)
  })
}

/** Returns the end of a formatted statement: the following line is not indented further and closes no bracket. */
function endOfStatement(text: string, start: number): number {
  const indent = /[^\n]*$/.exec(text.slice(0, start))?.[0].length ?? 0
  const rest = new RegExp(String.raw`\n {0,${indent}}(?=[^\s)}\]\`])`, 'g')
  rest.lastIndex = start
  return rest.exec(text)?.index ?? text.length
}
