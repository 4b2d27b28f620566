import { DECLARED_TABLES } from '#db/table-owners.ts'
import { finding, isTest, textOf, walk, type Node, type Source } from './source.ts'

/** Files that insert rows into limited tables without calling `takeRoom`, each with the reason. */
export const UNLIMITED_INSERTS: Record<string, string> = {
  'src/user/deleted-user-snapshot.server.ts': 'gives back what was deleted with a user',
}

const limitedTables = Object.entries(DECLARED_TABLES).flatMap(([table, { limit }]) =>
  typeof limit === 'string' ? [] : [table],
)
const sqlNames = limitedTables.flatMap((table) => [table.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)])
const INSERT_STATEMENT = new RegExp(
  String.raw`\binsert into (?:"?(?:${sqlNames.join('|')})"?|\$\{(?:${limitedTables.join('|')})\})[ (]`,
  'i',
)

/** Finds functions that insert rows of limited tables without calling `takeRoom`. */
export function unlimitedAdditions(sources: Source[]): string[] {
  return sources.filter((source) => !isTestOrHelper(source) && !(source.path in UNLIMITED_INSERTS)).flatMap(unlimitedIn)
}

function isTestOrHelper(source: Source): boolean {
  return isTest(source) || /\/test-[^/]*$/.test(source.path)
}

function unlimitedIn(source: Source): string[] {
  const found: string[] = []
  walk(source, (node, around) => {
    if (!isInsert(node, source)) return
    const whole = around.findLast((outer) => outer.type === 'FunctionDeclaration') ?? node
    if (/\btakeRoom\(/.test(source.text.slice(whole.start, whole.end))) return
    found.push(finding(source, node.start, 'inserts rows of a limited table without takeRoom: see src/db/limits.ts.'))
  })
  return found
}

function isInsert(node: Node, { text }: Source): boolean {
  if (node.type === 'TemplateLiteral') return INSERT_STATEMENT.test(text.slice(node.start, node.end))
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false
  const { property } = node.callee
  const [table] = node.arguments
  if (property.type !== 'Identifier' || property.name !== 'insert' || table?.type !== 'Identifier') return false
  return limitedTables.includes(table.name) || !(table.name in DECLARED_TABLES)
}

/** Returns the kinds of rows for which code calls `takeRoom`. */
export function kindsPassedToTakeRoom(sources: Source[]): string[] {
  const kinds = new Set<string>()
  for (const source of sources.filter((source) => !isTestOrHelper(source)))
    walk(source, (node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.callee.name !== 'takeRoom') return
      const kind = textOf(node.arguments[1])
      if (kind !== undefined) kinds.add(kind)
    })
  return [...kinds].sort()
}
