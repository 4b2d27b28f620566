import { finding, parse, type Node, type Source } from './source.ts'

/** Files whose exports must have a docstring. */
const MUST_BE_DOCUMENTED = /\.server\.ts$|^src\/(lib|auth|db|env|mail|middleware|http|audit|queue|user|service)\//

/** Finds exported functions, classes and consts without a docstring directly above. */
export function undocumentedExports(sources: Source[]): string[] {
  return sources
    .filter((source) => MUST_BE_DOCUMENTED.test(source.path) && !source.path.endsWith('.test.ts'))
    .flatMap((source) =>
      parse(source)
        .program.body.filter((node) => isExport(node) && !declaresType(node))
        .filter((node) => docstringOf(source, node) === undefined)
        .map((node) => finding(source, node.start, 'An export without a docstring: put /** … */ directly above it.')),
    )
}

function isExport(node: Node): node is Node & { declaration: Node } {
  const isNamed = node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
  return isNamed && node.declaration !== null
}

function declaresType({ declaration }: { declaration: Node }): boolean {
  return declaration.type.startsWith('TS')
}

function docstringOf(source: Source, { start }: Node): string | undefined {
  const above = parse(source).comments.findLast(({ end }) => end <= start)
  if (above?.type !== 'Block' || !above.value.startsWith('*')) return undefined
  if (!/^\n$|^ $/.test(source.text.slice(above.end, start).replaceAll('\r', ''))) return undefined
  return above.value.replace(/^[*\s]+/, '')
}
