import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PlainFailure } from '../support/plain-failure.ts'
import { changeLine, insertBeside } from './edit.ts'
import type { Names } from './names.ts'
import { rename } from './rename.ts'
import { TEXTS_NOT_COPIED } from './shared-files.ts'

/** What a language says of an item whose name it does not know, for the developer to replace. */
interface Template {
  /** The name, in words of the language; `%title%` is the name as it was given. */
  title: string
  history: Record<string, string>
  /** What differs from the texts of repositories. */
  feature: Record<string, string>
}

interface File {
  file: string
  text: string
}

/** The new feature's texts in a language, from those of repositories. English has the noun, the others a word for "item". */
export function featureTexts(language: string, { file, text: whole }: File, names: Names): string {
  const text = whole.replaceAll(TEXTS_NOT_COPIED, '')
  const template = templateOf(language)
  if (!template) return rename(text, names)
  const own = { title: titleIn(template, names), ...template.feature }
  return Object.entries(own).reduce(
    (changed, [key, value]) =>
      changeLine({ file, text: changed }, new RegExp(`^ {2}"${key}": "`), (line) => entry('  ', key, value, line)),
    text,
  )
}

/** The texts that all pages share, with the name of the new feature in the navigation. */
export function withNavigation(language: string, shared: File, names: Names): string {
  const template = templateOf(language)
  return insertBeside(shared, { line: /^ {4}"repositories": "/ }, 'above', (found) =>
    template ? entry('    ', names.many.camel, titleIn(template, names), ',') : rename(found, names),
  )
}

/** The sentences of the history, with those of the new feature. */
export function withHistory(language: string, shared: File, names: Names): string {
  const template = templateOf(language)
  return insertBeside(shared, { line: /^ {4}"repository-\w+": ".*\{\{subject\}\}/, times: 4 }, 'above', (found) =>
    found
      .split('\n')
      .map((line) => {
        const [, action = ''] = /"repository-(\w+)"/.exec(line) ?? []
        const renamed = rename(line.replace(/,?$/, ','), names)
        return template ? entry('    ', `${names.one.kebab}-${action}`, template.history[action] ?? '', ',') : renamed
      })
      .join('\n'),
  )
}

function templateOf(language: string): Template | undefined {
  if (language === 'en') return undefined
  const file = path.join(import.meta.dirname, 'texts', `${language}.json`)
  if (!existsSync(file))
    throw new PlainFailure(
      `scripts/generate/texts/${language}.json is missing: it says how this language speaks of an item. Copy fr.json and translate it. Nothing was written.`,
    )
  return JSON.parse(readFileSync(file, 'utf8')) as Template
}

function titleIn({ title }: Template, { many }: Names): string {
  return title.replace('%title%', many.sentence)
}

/** A line of JSON, with a comma where the line that it follows has one. */
function entry(indent: string, key: string, value: string, like: string): string {
  const written = JSON.stringify(value).replaceAll(
    /[\u2066-\u2069]/g,
    (mark) => `\\u${mark.charCodeAt(0).toString(16)}`,
  )
  return `${indent}"${key}": ${written}${like.endsWith(',') ? ',' : ''}`
}
