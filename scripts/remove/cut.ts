import path from 'node:path'
import { PlainFailure } from '../support/plain-failure.ts'

/** Lines of a list or of an object, with a name as an element, a value or a type. */
const ELEMENT = (name: string) =>
  new RegExp(String.raw`^\s*(?:(?:\.\.\.)?${name},?|'?\w+'?\??: [^{}]*\b${name}\b[^{}]*)$`)

const FORM = /_(zero|one|two|few|many|other)$/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm

/**
 * The text of a file without its imports of files that go, and without the elements of its lists that these imports are.
 * @param isGone whether the file of a path from the root goes
 * @throws {PlainFailure} when it uses an import for more than a list
 */
export function withoutImports(file: string, text: string, isGone: (file: string) => boolean): string {
  const names: string[] = []
  const rest = text.replaceAll(
    /^(?:import|export) (?:type )?(.+?) from '([^']+)'.*\n/gm,
    (line, named: string, from: string) => {
      if (!isGone(resolved(file, from))) return line
      for (const [, name = ''] of named.matchAll(/(\w+)(?=\s*(?:[,}]|$))/g)) names.push(name)
      return ''
    },
  )
  if (rest === text || names.length === 0) return rest
  const lines = rest
    .split('\n')
    .map((line) => line.replace(/(?<= = \[)[\w, ]+(?=\]$)/, (list) => withoutElements(list, names)))
    .filter((line) => !names.some((name) => ELEMENT(name).test(line)))
  const code = lines.join('\n').replaceAll(COMMENT, '').split('\n')
  const used = code.find((line) => names.some((name) => new RegExp(String.raw`(?<![\w'/-])${name}\b(?!')`).test(line)))
  if (used !== undefined)
    throw new PlainFailure(
      `${file} uses what goes for more than a list: ${used.trim()}. Change it by hand first. Nothing was written.`,
    )
  return lines.join('\n')
}

function withoutElements(list: string, names: string[]): string {
  return list
    .split(', ')
    .filter((element) => !names.includes(element))
    .join(', ')
}

/** The path from the root that an import leads to; of a package, its name. */
function resolved(file: string, from: string): string {
  if (from.startsWith('.')) return path.posix.join(path.posix.dirname(file), from)
  if (/^#(locales|emails)\//.test(from)) return from.slice(1)
  return from.startsWith('#') ? `src/${from.slice(1)}` : from
}

/** The text of a file without the lines that match; an entry that goes over several lines ends where its bracket is closed. */
export function withoutEntries(text: string, line: RegExp): string {
  const lines = text.split('\n')
  const kept: string[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const one = lines[at] ?? ''
    if (line.test(one)) {
      at = endOfEntry(lines, at)
      // The last of a list has no comma after it.
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

/** The texts of a locale file without some keys of a section. */
export function withoutKeys(text: string, section: string, keys: readonly string[]): string {
  const start = new RegExp(`^( *)"${section}": \\{$`, 'm').exec(text)
  if (!start || keys.length === 0) return text
  const [, indent = ''] = start
  const end = text.indexOf(`\n${indent}}`, start.index)
  const key = new RegExp(`^${indent}  "(?:${keys.join('|')})": `)
  return text.slice(0, start.index) + withoutEntries(text.slice(start.index, end), key) + text.slice(end)
}

/** The texts of a locale file without one, in all its plural forms. @param key from the root of the file, with dots */
export function withoutText(text: string, key: string): string {
  const rest = `${JSON.stringify(withoutKey(JSON.parse(text) as Texts, key.split('.')), null, 2)}\n`
  // What nobody sees, a mark of direction say, stays written out.
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

/** A style sheet without its imports of files that go. */
export function withoutStyles(file: string, text: string, isGone: (file: string) => boolean): string {
  return text.replaceAll(/^@import '(\.[^']+)';\n/gm, (line, from: string) =>
    isGone(resolved(file, from)) ? '' : line,
  )
}

/** A document without the rows of tables that name a file that goes, but after another one, and without mentions of such files in brackets. */
export function withoutMentions(text: string, isGone: (file: string) => boolean): string {
  return text
    .replaceAll(/^\| .*$/gm, (row) =>
      row.replaceAll(/, `([^`]+)`/g, (found, name: string) => (isGone(name) ? '' : found)),
    )
    .split('\n')
    .filter((line) => !line.startsWith('| ') || ![...line.matchAll(/`([^`]+)`/g)].some(([, name = '']) => isGone(name)))
    .map((line) => line.replaceAll(/ \(`([^`]+)`\)/g, (found, name: string) => (isGone(name) ? '' : found)))
    .join('\n')
}
