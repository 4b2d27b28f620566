import path from 'node:path'
import { textOf, walk, type Source } from './source.ts'

/** An import of one project file by another: static, dynamic, re-exported, or of a type. */
export interface OwnImport {
  from: Source
  /** Path of the imported file from the root of the repository. The file might not exist. */
  to: string
  /** Whether the import is removed at compile time. */
  isType: boolean
  offset: number
}

/** Returns the imports of project files by a file, without imports of packages. */
export function ownImports(from: Source): OwnImport[] {
  const found: OwnImport[] = []
  const add = (specifier: string | undefined, isType: boolean, offset: number) => {
    const to = specifier === undefined ? undefined : resolve(from.path, specifier)
    if (to !== undefined) found.push({ from, to, isType, offset })
  }
  walk(from, (node) => {
    if (node.type === 'ImportDeclaration') add(textOf(node.source), isTypeImport(node), node.start)
    if (node.type === 'ExportNamedDeclaration' && node.source)
      add(textOf(node.source), node.exportKind === 'type', node.start)
    if (node.type === 'ExportAllDeclaration') add(textOf(node.source), node.exportKind === 'type', node.start)
    if (node.type === 'ImportExpression') add(textOf(node.source), false, node.start)
    if (node.type === 'TSImportType') add(textOf(node.source), true, node.start)
  })
  return found
}

function isTypeImport(node: {
  importKind?: string | null
  specifiers: { type: string; importKind?: string | null }[]
}) {
  if (node.importKind === 'type') return true
  return node.specifiers.length > 0 && node.specifiers.every((specifier) => specifier.importKind === 'type')
}

/** Resolves relative paths and the aliases of package.json: `#app.config`, `#emails/…`, `#locales/…`, and `#…` for src. */
function resolve(from: string, specifier: string): string | undefined {
  const name = specifier.replace(/\?.*$/, '')
  if (name.startsWith('.')) return path.posix.join(path.posix.dirname(from), name)
  if (name === '#app.config') return 'app.config.ts'
  if (/^#(emails|locales)\//.test(name)) return name.slice(1)
  return name.startsWith('#') ? `src/${name.slice(1)}` : undefined
}
