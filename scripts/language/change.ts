import { readFileSync } from 'node:fs'
import path from 'node:path'
import { tableRows } from './table.ts'
import { PlainFailure } from '../support/plain-failure.ts'

/** The changes that adding or removing a language makes. */
export interface Change {
  /** Paths from the root. */
  deleted: string[]
  /** The new contents of files, by path from the root. */
  written: Map<string, string>
  /** Steps that are left to do by hand. */
  next: string[]
}

/** The language of the original texts, which cannot be removed. */
export const SOURCE_LANGUAGE = 'en'

const CONFIG = 'app.config.ts'
const LIST = /^( {2}languages: \[)(.*)(\],)$/m

/** Returns the languages that the configuration names. */
export function languagesIn(root: string): string[] {
  const list = LIST.exec(readIn(root, CONFIG))?.[2]
  if (list === undefined) throw mismatchError(CONFIG, LIST)
  return [...list.matchAll(/'([^']+)'/g)].map(([, code = '']) => code)
}

/** Returns the path of the configuration and its new content with these languages. */
export function configWith(root: string, languages: string[]): [file: string, text: string] {
  const list = languages.map((code) => `'${code}'`).join(', ')
  return [CONFIG, readIn(root, CONFIG).replace(LIST, `$1${list}$3`)]
}

/** Returns the path of the table of terms, its rows, and a function that returns the document with other rows. */
export function termsIn(root: string) {
  const file = 'docs/terms.md'
  return {
    file,
    ...tableRows(readIn(root, file), `| ${languagesIn(root).join(' | ')} |`, () => mismatchError(file, /^\| en \|/)),
  }
}

/** Reads a file by its path from the root. @throws {PlainFailure} if it can't be read */
export function readIn(root: string, file: string): string {
  try {
    return readFileSync(path.join(root, file), 'utf8')
  } catch (error) {
    throw new PlainFailure(`Can't read ${file}, which names the languages. Nothing was written.`, { cause: error })
  }
}

/** Returns the error for a file that does not match the expected pattern. */
export function mismatchError(file: string, pattern: RegExp): PlainFailure {
  return new PlainFailure(
    `Can't edit ${file}: ${String(pattern)} must match. Update scripts/language/change.ts. Nothing was written.`,
  )
}
