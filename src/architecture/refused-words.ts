import { existsSync } from 'node:fs'
import path from 'node:path'
import { finding, parse, walk, type Node, type Source } from './source.ts'

/** Matches the file name of a document, or the name of a document before the word "section". */
const DOCUMENT = /[\w./-]+\.md\b|\b[A-Z]{3,}(?=(?:'s)? section)/g
/** Matches Tailwind classes that name a side of the screen, also after a variant or a minus sign. */
const PHYSICAL_SIDE =
  /(?<![\w/.-])-?((scroll-)?[mp][lr]-|(left|right)-|border-[lr](?![a-z])|rounded-([lr]|[tb][lr])(?![a-z])|(text|float|clear)-(left|right)(?![a-z-]))[\w./[\]%-]*/

/** Finds comments that refer to a document that is not in the repository. */
export function referencesToMissingDocuments(sources: Source[]): string[] {
  return sources.flatMap((source) =>
    parse(source).comments.flatMap(({ value, start }) =>
      (value.match(DOCUMENT) ?? [])
        .filter((name) => !existsSync(path.resolve(name)))
        .map((name) =>
          finding(source, start, `Refers to ${name}, which is not in the repository: write its content here.`),
        ),
    ),
  )
}

/** Finds CSS classes that name left or right, because they are wrong in right-to-left languages. */
export function physicalSides(sources: Source[]): string[] {
  const findings: string[] = []
  for (const source of sources.filter(({ path }) => path.startsWith('src/') && path.endsWith('.tsx')))
    walk(source, (node) => {
      const side = PHYSICAL_SIDE.exec(wordsOf(node))?.[0]
      if (side)
        findings.push(
          finding(source, node.start, `Names a side (${side}): use the logical one, like ms-, pe-, start-.`),
        )
    })
  return findings
}

function wordsOf(node: Node): string {
  if (node.type === 'TemplateElement') return node.value.raw
  return node.type === 'Literal' && typeof node.value === 'string' ? node.value : ''
}
