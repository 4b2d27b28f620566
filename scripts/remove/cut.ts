import path from 'node:path'
import { PlainFailure } from '../support/plain-failure.ts'

/** Matches a line of an array or object that has the name as its element, value or type. */
const elementPattern = (name: string) =>
  new RegExp(String.raw`^\s*(?:(?:\.\.\.)?${name},?|'?[\w-]+'?\??: [^{}]*\b${name}\b[^{}]*)$`)

const FORM = /_(zero|one|two|few|many|other)$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/**
 * Returns the text of a file without imports of deleted files, and without the array elements that use these imports.
 * @param isGone whether the file at a path from the root is deleted
 * @throws {PlainFailure} if the file uses such an import outside of an array
 */
export function withoutImports(file: string, text: string, isGone: (file: string) => boolean): string {
  const names: string[] = []
  const rest = text.replaceAll(
    /^(?:import|export) (?:type )?(.+?) from '([^']+)'.*\n/gm,
    (line, named: string, from: string) => {
      if (!isGone(resolvePath(file, from))) return line
      for (const [, name = ''] of named.matchAll(/(\w+)(?=\s*(?:[,}]|$))/g)) names.push(name)
      return ''
    },
  )
  if (rest === text || names.length === 0) return rest
  const lines = withoutLines(
    rest.split('\n').map((line) => line.replace(/(?<= = \[)[\w, .]+(?=\]$)/, (list) => withoutElements(list, names))),
    (line) => names.some((name) => elementPattern(name).test(line)),
  )
  const code = lines.join('\n').replaceAll(COMMENT, '').split('\n')
  const used = code.find((line) => names.some((name) => new RegExp(String.raw`(?<![\w'/-])${name}\b(?!')`).test(line)))
  if (used !== undefined)
    throw new PlainFailure(
      `${file} uses a file that would be deleted, and not only in a list: ${used.trim()}. Change it by hand first. Nothing was written.`,
    )
  return lines.join('\n')
}

/** Returns the lines without the deleted ones and their docstrings. */
function withoutLines(lines: string[], isGone: (line: string) => boolean): string[] {
  const kept: string[] = []
  for (const line of lines)
    if (isGone(line)) dropDocstring(kept)
    else kept.push(line)
  return kept
}

/** Removes the docstring at the end of the lines, if there is one. */
function dropDocstring(lines: string[]): void {
  if (lines.at(-1)?.endsWith('*/') !== true) return
  const start = lines.findLastIndex((line) => line.trimStart().startsWith('/*'))
  if (lines[start]?.trimStart().startsWith('/**')) lines.length = start
}

function withoutElements(list: string, names: string[]): string {
  return list
    .split(', ')
    .filter((element) => !names.includes(element.replace(/^\.{3}/, '')))
    .join(', ')
}

/** Returns the path from the root of an imported file, or the name of an imported package. */
function resolvePath(file: string, from: string): string {
  if (from.startsWith('.')) return path.posix.join(path.posix.dirname(file), from)
  if (/^#(locales|emails)\//.test(from)) return from.slice(1)
  return from.startsWith('#') ? `src/${from.slice(1)}` : from
}

/** Returns the text without the entries whose first line matches. An entry of several lines ends at its closing bracket. */
export function withoutEntries(text: string, line: RegExp): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const one = lines[at] ?? ''
    if (line.test(one)) {
      dropDocstring(kept)
      at = endOfEntry(lines, at)
      // The removed entry was the last, so remove the comma of the entry before it.
      if (!lines[at]?.endsWith(',')) kept.push(...kept.splice(-1).map((before) => before.replace(/,$/, '')))
    } else kept.push(one)
  }
  return kept.join('\n')
}

function endOfEntry(lines: string[], start: number): number {
  const [, indent = '', bracket] = /^(\s*).*?([[{(])?$/.exec(lines[start] ?? '') ?? []
  if (bracket === undefined) return start
  const closing = new RegExp(String.raw`^${indent}[\]})]`)
  return lines.findIndex((line, at) => at > start && closing.test(line))
}

/** Returns the text of a locale file without these keys of one section. */
export function withoutKeys(text: string, section: string, keys: readonly string[]): string {
  const start = new RegExp(`^( *)"${section}": \\{$`, 'm').exec(text)
  if (!start || keys.length === 0) return text
  const [, indent = ''] = start
  const end = text.indexOf(`\n${indent}}`, start.index)
  const key = new RegExp(`^${indent}  "(?:${keys.join('|')})": `)
  return text.slice(0, start.index) + withoutEntries(text.slice(start.index, end), key) + text.slice(end)
}

/** Returns a locale file without one text and its plural forms. @param key path from the root of the file, with dots */
export function withoutText(text: string, key: string): string {
  const rest = `${JSON.stringify(withoutKey(JSON.parse(text) as Texts, key.split('.')), null, 2)}\n`
  // Keep escapes of invisible characters, for example of direction marks.
  const escapes = new Set(text.match(/\\u[\da-f]{4}/gi))
  return [...escapes].reduce((written, one) => written.replaceAll(JSON.parse(`"${one}"`) as string, one), rest)
}

interface Texts {
  [name: string]: string | Texts
}

function withoutKey(texts: Texts, [name = '', ...below]: string[]): Texts {
  const kept = Object.entries(texts).flatMap(([one, value]): [string, string | Texts][] => {
    if (one.replace(FORM, '') !== name) return [[one, value]]
    const rest = typeof value === 'object' ? withoutKey(value, below) : {}
    return Object.keys(rest).length === 0 ? [] : [[one, rest]]
  })
  return Object.fromEntries(kept)
}

/** Returns a style sheet without its imports of deleted files. */
export function withoutStyles(file: string, text: string, isGone: (file: string) => boolean): string {
  return text.replaceAll(/^@import '(\.[^']+)';\n/gm, (line, from: string) =>
    isGone(resolvePath(file, from)) ? '' : line,
  )
}

/** Removes references to deleted files from a document: names in lists, whole table rows, remarks in parentheses. */
export function withoutMentions(text: string, isGone: (file: string) => boolean): string {
  return text
    .replaceAll(/^\| .*$/gm, (row) =>
      row.replaceAll(/, `([^`]+)`/g, (found, name: string) => (isGone(name) ? '' : found)),
    )
    .split('\n')
    .filter((line) => !line.startsWith('| ') || !mentionsIn(line).some(isGone))
    .join('\n')
    .replaceAll(/ \((`[^`]+`(?:,\s+`[^`]+`)*)\)/g, (_, list: string) => {
      const kept = list.split(/,(?=\s)/).filter((name) => !isGone(name.trim().slice(1, -1)))
      return kept.length === 0 ? '' : ` (${kept.join(',').trimStart()})`
    })
}

/** Returns the names in backticks and the targets of links. */
function mentionsIn(line: string): string[] {
  return [...line.matchAll(/`([^`]+)`|\]\(([^)]+)\)/g)].map(([, quoted, linked]) => quoted ?? linked ?? '')
}
