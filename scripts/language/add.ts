import { readdirSync } from 'node:fs'
import path from 'node:path'
import { SAME_TEXTS, UNTRANSLATED, type Untranslated } from '../../src/architecture/locales.ts'
import { serializeTexts, insertInto } from '../generate/edit.ts'
import { PlainFailure } from '../support/plain-failure.ts'
import { configWith, languagesIn, SOURCE_LANGUAGE, readIn, termsIn, type Change } from './change.ts'
import { withFormsOf } from './plural-forms.ts'

const NAMES = 'src/i18n/languages.ts'

/**
 * Plans the addition of a language without writing any file.
 * @throws {PlainFailure} if Intl has no formats for the language, or the app already has the language
 */
export function planAddition(root: string, code: string): Change {
  const languages = languagesIn(root)
  requireLanguage(code)
  if (languages.includes(code)) throw new PlainFailure(`The app already has ${code}. Nothing was written.`)
  const named = JSON.parse(readIn(root, UNTRANSLATED)) as Untranslated
  const terms = termsIn(root)
  const [head = [], ...rows] = terms.rows
  const locales = readdirSync(path.join(root, `locales/${SOURCE_LANGUAGE}`)).map((name): [string, string] => {
    const english = JSON.parse(readIn(root, `locales/${SOURCE_LANGUAGE}/${name}`)) as object
    return [`locales/${code}/${name}`, `${serializeTexts(withFormsOf(code, english))}\n`]
  })
  return {
    deleted: [],
    written: new Map([
      ...locales,
      configWith(root, [...languages, code]),
      [
        NAMES,
        insertInto(
          { file: NAMES, text: readIn(root, NAMES) },
          /^export const LANGUAGE_NAMES: /,
          `  '${code}': ${JSON.stringify(ownName(code))},`,
        ),
      ],
      [UNTRANSLATED, `${JSON.stringify({ ...named, [code]: ['*'] }, null, 2)}\n`],
      [terms.file, terms.withRows([[...head, code], ...rows.map((row) => [...row, ''])])],
    ]),
    next: [
      'Run npm run check, then review git diff.',
      `Translate locales/${code}. npm run doctor counts the texts that are still English.`,
      `Add words that are the same in English and ${code} to ${SAME_TEXTS}, and the terms to ${terms.file}.`,
      `At the end, remove ${code} from ${UNTRANSLATED}: npm run check then names every text that is still English (docs/languages.md).`,
    ],
  }
}

/** Rejects codes of unknown languages, and of languages whose numbers and dates Intl cannot format. */
function requireLanguage(code: string) {
  const [canonical] = canonicalCodes(code)
  if (canonical !== undefined && canonical !== code)
    throw new PlainFailure(
      `"${code}" isn't the standard code of the language. Use "${canonical}". Nothing was written.`,
    )
  const isTag = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2}|-\d{3})?$/.test(code)
  const names = new Intl.DisplayNames(SOURCE_LANGUAGE, { type: 'language', fallback: 'none' })
  if (!isTag || names.of(code) === undefined)
    throw new PlainFailure(`"${code}" isn't a language, such as de or pt-BR. Nothing was written.`)
  if (Intl.DateTimeFormat.supportedLocalesOf(code).length === 0)
    throw new PlainFailure(
      `Node.js can't format numbers and dates in ${code}. Choose another language. Nothing was written.`,
    )
}

function canonicalCodes(code: string): string[] {
  try {
    return Intl.getCanonicalLocales(code)
  } catch {
    return []
  }
}

/** Returns the name of a language in that language, as language menus show it. */
function ownName(code: string): string {
  const name = new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code
  return name.charAt(0).toLocaleUpperCase(code) + name.slice(1)
}
