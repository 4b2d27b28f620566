import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { SAME_TEXTS, UNTRANSLATED, type Untranslated } from '../../src/architecture/locales.ts'
import { serializeTexts } from '../generate/edit.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { languagesIn, SOURCE_LANGUAGE, readIn, type Change } from './change.ts'
import { earlierTextsIn } from './earlier-texts.ts'
import { variablesOf, withFormsOf } from './plural-forms.ts'

const FORM = /_(zero|one|two|few|many|other)$/

interface Texts {
  [name: string]: string | Texts
}

/**
 * Plans the completion of a language without writing any file: it gets the texts that only English has, or has with other
 * variables, in English, and loses the texts that English does not have. An untranslated text follows the changes of the English
 * text. An upgrade adds and changes texts only in the languages of the starter.
 * @throws {PlainFailure} if the app does not have the language
 */
export function planCompletion(root: string, code: string): Change {
  const languages = languagesIn(root)
  if (!languages.includes(code))
    throw new PlainFailure(`The app doesn't have ${code}, only ${languages.join(', ')}. Nothing was written.`)
  const names = namesIn(root, SOURCE_LANGUAGE)
  const named = JSON.parse(readIn(root, UNTRANSLATED)) as Untranslated
  const listed = named[code] ?? []
  const sameTexts = (JSON.parse(readIn(root, SAME_TEXTS)) as Partial<Record<string, string[]>>)[code] ?? []
  const wasEnglish = earlierTextsIn(root)
  const written = new Map<string, string>()
  const added = new Set<string>()
  for (const name of names) {
    const file = `locales/${code}/${name}`
    const before = existsSync(path.join(root, file)) ? readIn(root, file) : '{}'
    const wanted = withFormsOf(code, JSON.parse(readIn(root, `locales/${SOURCE_LANGUAGE}/${name}`)) as object)
    const missing: string[] = []
    const isCopyOfEarlierText = (key: string, form: string, text: string) =>
      (listed.includes('*') || listed.includes(`${name.replace('.json', '')}:${key}`)) &&
      !sameTexts.includes(text) &&
      wasEnglish(name, form, text)
    const texts = completeTexts(wanted as Texts, JSON.parse(before) as Texts, {
      above: [],
      missing,
      isCopyOfEarlierText,
    })
    if (JSON.stringify(texts) === JSON.stringify(JSON.parse(before))) continue
    written.set(file, `${serializeTexts(texts)}\n`)
    for (const key of missing) added.add(`${name.replace('.json', '')}:${key}`)
  }
  if (added.size > 0 && !listed.includes('*'))
    written.set(
      UNTRANSLATED,
      `${JSON.stringify({ ...named, [code]: [...new Set([...listed, ...added])].toSorted() }, null, 2)}\n`,
    )
  return {
    deleted: namesIn(root, code)
      .filter((name) => !names.includes(name))
      .map((name) => `locales/${code}/${name}`),
    written,
    next: [
      'Run npm run check, then review git diff.',
      `Translate the new or changed texts in locales/${code} (${added.size}). npm run doctor counts the texts that are still English.`,
    ],
  }
}

function namesIn(root: string, code: string): string[] {
  const folder = path.join(root, 'locales', code)
  return existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.json')) : []
}

interface Completion {
  /** The names of the sections around the texts. */
  above: string[]
  /** The keys of the texts that become English. */
  missing: string[]
  isCopyOfEarlierText: (key: string, name: string, text: string) => boolean
}

/** Returns the wanted texts with their translations, if there are any, and adds the keys of the others to `missing`. */
function completeTexts(wanted: Texts, own: Texts, { above, ...rest }: Completion): Texts {
  const texts: Texts = {}
  for (const [name, english] of Object.entries(wanted)) {
    const translated = own[name]
    const key = [...above, name.replace(FORM, '')].join('.')
    if (typeof english === 'object')
      texts[name] = completeTexts(english, typeof translated === 'object' ? translated : {}, {
        above: [...above, name],
        ...rest,
      })
    else if (
      typeof translated === 'string' &&
      hasSameVariables(translated, english) &&
      (translated === english || !rest.isCopyOfEarlierText(key, name, translated))
    )
      texts[name] = translated
    else {
      texts[name] = english
      rest.missing.push(key)
    }
  }
  return texts
}

/** Whether two texts have the same variables, except for the number, which plural forms can spell out. */
function hasSameVariables(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) =>
    variablesOf(text)
      .split(',')
      .filter((name) => name !== 'count' && name !== 'number')
      .join(),
  )
  return first === second
}
