import { finding, parse, type Node, type Source } from './source.ts'

/** Where an exported name is a promise to other modules. */
const HELD = /\.server\.ts$|^src\/(lib|auth|db|env|jobs|mail|middleware|http|audit|person|service)\//
/** How a docstring begins that has no subject, or whose subject is its neighbour's. */
const HEADLESS = /^(?:The same|What|Who|Whom|Whose|Where|How|By what)\b/

/** Exported functions, classes and consts without a docstring directly above. */
export function undocumentedExports(sources: Source[]): string[] {
  return sources
    .filter((source) => HELD.test(source.path) && !source.path.endsWith('.test.ts'))
    .flatMap((source) =>
      parse(source)
        .program.body.filter((node) => isExport(node) && !isOfTypes(node))
        .filter((node) => docstringOf(source, node) === undefined)
        .map((node) =>
          finding(source, node.start, 'Exports without saying what it promises: put /** … */ directly above.'),
        ),
    )
}

/** Docstrings of exports that begin with a relative clause, or lean on the docstring before them. */
export function headlessDocstrings(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    parse(source)
      .program.body.filter((node) => isExport(node) && HEADLESS.test(docstringOf(source, node) ?? ''))
      .map((node) =>
        finding(source, node.start, 'Has a docstring without a subject: begin with what it does ("Sends …") or is.'),
      ),
  )
}

function isExport(node: Node): node is Node & { declaration: Node } {
  const isNamed = node.type === 'ExportNamedDeclaration' || node.type === 'ExportDefaultDeclaration'
  return isNamed && node.declaration !== null
}

function isOfTypes({ declaration }: { declaration: Node }): boolean {
  return declaration.type.startsWith('TS')
}

function docstringOf(source: Source, { start }: Node): string | undefined {
  const above = parse(source).comments.findLast(({ end }) => end <= start)
  if (above?.type !== 'Block' || !above.value.startsWith('*')) return undefined
  if (!/^\n$|^ $/.test(source.text.slice(above.end, start).replaceAll('\r', ''))) return undefined
  return above.value.replace(/^[*\s]+/, '')
}
