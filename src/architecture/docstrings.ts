import { finding, parse, type Node, type Source } from './source.ts'

/** Where an exported name is a promise to other rooms. */
const HELD = /\.server\.ts$|^src\/(lib|auth|db|env|jobs|mail|middleware|http|audit|person|service)\//

/** Exported functions, classes and consts without a docstring directly above. */
export function undocumentedExports(sources: Source[]): string[] {
  return sources
    .filter((source) => HELD.test(source.path) && !source.path.endsWith('.test.ts'))
    .flatMap((source) =>
      parse(source)
        .program.body.filter(isExportOfValue)
        .filter((node) => !hasDocstring(source, node))
        .map((node) =>
          finding(source, node.start, 'Exports without saying what it promises: put /** … */ directly above.'),
        ),
    )
}

function isExportOfValue(node: Node): boolean {
  if (node.type !== 'ExportNamedDeclaration' && node.type !== 'ExportDefaultDeclaration') return false
  const declared = node.declaration?.type
  return declared !== undefined && !declared.startsWith('TS')
}

function hasDocstring(source: Source, { start }: Node): boolean {
  const above = parse(source).comments.findLast(({ end }) => end <= start)
  if (above?.type !== 'Block' || !above.value.startsWith('*')) return false
  return /^\n$|^ $/.test(source.text.slice(above.end, start).replaceAll('\r', ''))
}
