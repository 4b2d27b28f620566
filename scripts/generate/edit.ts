import { PlainFailure } from '../support/plain-failure.ts'

interface EditedFile {
  file: string
  text: string
}

/**
 * Inserts a line among sorted lines: before the first line with a greater key, otherwise after the last line.
 * @param entry matches the sorted lines; its capture group is the key
 * @throws {PlainFailure} if no line matches
 */
export function insertSorted({ file, text }: EditedFile, entry: RegExp, key: string, line: string): string {
  const lines = text.split('\n')
  const places = lines.flatMap((one, place) => {
    const name = entry.exec(one)?.[1]
    return name === undefined ? [] : [{ name, place }]
  })
  const last = places.at(-1)
  if (!last) throw mismatchError(file, entry)
  const next = places.find(({ name }) => name > key)
  return lines.toSpliced(next ? next.place : last.place + 1, 0, line).join('\n')
}

/**
 * Adds an entry to an array or an object that begins with the line `opening`.
 * @param before matches the entry before which the new entry is inserted; without a match, the new entry is the last one
 * @throws {PlainFailure} if the opening line is missing or not unique
 */
export function insertInto({ file, text }: EditedFile, opening: RegExp, entry: string, before?: RegExp): string {
  const lines = text.split('\n')
  const starts = lines.flatMap((one, place) => (opening.test(one) ? [place] : []))
  const [start] = starts
  if (start === undefined || starts.length > 1) throw mismatchError(file, opening)
  const indent = /^ */.exec(lines[start] ?? '')?.[0] ?? ''
  const end = lines.findIndex((one, place) => place > start && new RegExp(`^${indent}[\\])}]`).test(one))
  const place = before ? lines.findIndex((one, place) => place > start && place < end && before.test(one)) : -1
  if (end === -1) throw mismatchError(file, opening)
  return lines.toSpliced(place === -1 ? end : place, 0, entry).join('\n')
}

/**
 * Writes the brackets of an empty array or object on two lines, so that `insertInto` finds its opening line: formatters write
 * them on one line after the last entry was removed.
 * @param opening matches the opening line
 */
export function expandEmptyBrackets(text: string, opening: RegExp): string {
  return text.replaceAll(/^(.* = )(?:(\{)(\})|(\[)(\]))$/gm, (line, start: string, ...brackets: string[]) => {
    const [open = '', close = ''] = brackets.slice(0, 4).filter(Boolean)
    return opening.test(`${start}${open}`) ? `${start}${open}\n${close}` : line
  })
}

/**
 * Adds texts at the beginning of a section of a locale file.
 * @param section its path, with dots: `nav`, `notices.optional`; empty for the top of the file
 * @throws {PlainFailure} if the section is missing
 */
export function insertTexts({ file, text }: EditedFile, section: string, texts: Record<string, unknown>): string {
  const names = section === '' ? [] : section.split('.')
  const indent = '  '.repeat(names.length)
  const opening = names.length === 0 ? /^\{$/m : new RegExp(`^${indent}"${names.at(-1)}": \\{$`, 'm')
  if (!opening.test(text)) throw mismatchError(file, opening)
  const lines = Object.entries(texts).map(
    ([key, value]) =>
      `\n${indent}  ${JSON.stringify(key)}: ${serializeTexts(value).replaceAll('\n', `\n${indent}  `)},`,
  )
  return text.replace(opening, (found) => found + lines.join(''))
}

/** Inserts a line before the only line that matches. @throws {PlainFailure} if the line is missing or not unique */
export function insertBefore({ file, text }: EditedFile, before: RegExp, line: string): string {
  const lines = text.split('\n')
  const [place, ...more] = lines.flatMap((one, place) => (before.test(one) ? [place] : []))
  if (place === undefined || more.length > 0) throw mismatchError(file, before)
  return lines.toSpliced(place, 0, line).join('\n')
}

/** Adds an import after the last one. */
export function insertImport(text: string, statement: string): string {
  const lines = text.split('\n')
  const last = lines.findLastIndex((line) => /^(import .*|\} )from '[^']+'$/.test(line))
  return lines.toSpliced(last + 1, 0, statement).join('\n')
}

/** Serializes texts as JSON, with invisible characters, for example direction marks, escaped. */
export function serializeTexts(texts: unknown): string {
  return JSON.stringify(texts, null, 2).replaceAll(
    /[\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16)}`,
  )
}

function mismatchError(file: string, pattern: RegExp): PlainFailure {
  return new PlainFailure(
    `The generator can't edit ${file}: ${String(pattern)} must match exactly one place. Change the file or the pattern in scripts/generate. Nothing was written.`,
  )
}
