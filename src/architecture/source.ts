import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync, type ESTree, type ParseResult } from 'vite'

/** A file of the project: its path from the root, with slashes, and its text. */
export interface Source {
  path: string
  text: string
}

export type Node = ESTree.Node

const ROOT = path.resolve(import.meta.dirname, '../..')
const GENERATED = /\.gen\.ts$/

/** Reads a file, or all files below a folder, with one of these endings. Leaves out generated files. */
export function readSources(place: string, endings: string[] = ['.ts', '.tsx']): Source[] {
  const found = path.extname(place) === '' ? readdirSync(path.join(ROOT, place), { recursive: true }) : ['']
  return found
    .map((file) => path.posix.join(place, String(file).replaceAll(path.sep, '/')))
    .filter((file) => endings.some((ending) => file.endsWith(ending)) && !GENERATED.test(file))
    .sort()
    .map((file) => ({ path: file, text: readFileSync(path.join(ROOT, file), 'utf8') }))
}

/** All code under `src` (including the rules in this folder), the emails and the configuration. */
export const sources: Source[] = [...readSources('src'), ...readSources('emails'), ...readSources('app.config.ts')]

/** Whether a file is a test, a helper of tests or one of these rules, to which fewer rules apply than to the product. */
export function isTest({ path: file }: Source): boolean {
  return /\.test\.tsx?$|^src\/(db|features\/[\w-]+)\/(releases\/)?test-|^src\/architecture\//.test(file)
}

const parsedSources = new WeakMap<Source, ParseResult>()

/**
 * Returns the syntax tree of a file.
 * @throws if the file is not valid TypeScript
 */
export function parse(source: Source): ParseResult {
  let result = parsedSources.get(source)
  if (!result) {
    result = parseSync(source.path, source.text)
    if (result.errors.length > 0) throw new Error(`${source.path}: ${result.errors[0]?.message}`)
    parsedSources.set(source, result)
  }
  return result
}

/** Calls `visit` with every node of a file and its ancestors, the nearest first. */
export function walk(source: Source, visit: (node: Node, around: Node[]) => void): void {
  const step = (node: Node, around: Node[]) => {
    visit(node, around)
    for (const child of childrenOf(node)) step(child, [node, ...around])
  }
  step(parse(source).program, [])
}

/** Returns the child nodes of a node in the order of the text. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode)
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value
}

/** Formats a finding: the place, the problem and the remedy. */
export function finding(source: Source, offset: number, words: string): string {
  return `${source.path}:${source.text.slice(0, offset).split('\n').length} ${words}`
}

/** Returns the text of a string literal or of a template without values; undefined for other nodes. */
export function textOf(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.expressions.length === 0)
    return node.quasis[0]?.value.cooked ?? undefined
  return undefined
}
