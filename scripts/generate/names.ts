import pluralize from 'pluralize'
import { PlainFailure } from '../support/plain-failure.ts'

/** A word in the spellings of code, URLs, tables and sentences. */
export interface Spellings {
  /** `case-study`: files and URLs */
  kebab: string
  /** `caseStudy`: variables and texts */
  camel: string
  /** `CaseStudy`: types and components */
  pascal: string
  /** `case_study`: tables and indexes */
  snake: string
  /** `CASE_STUDY`: constants */
  upper: string
  /** `case study`: within a sentence */
  spaced: string
  /** `Case study`: at the beginning of a sentence */
  sentence: string
}

/** The name of a feature's rows, in singular and plural. */
export interface Names {
  one: Spellings
  many: Spellings
}

const KEBAB = /^[a-z][a-z\d]*(-[a-z][a-z\d]*)*$/
const MAX_LENGTH = 20
const MAX_PART_LENGTH = 40
/** Words that SQL does not accept as the name of a table without quotation marks. */
const SQL_KEYWORDS = new Set(
  `all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column
  concurrently constraint create cross current default deferrable desc distinct do else end except false fetch for foreign
  freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit
  localtime natural not notnull null offset on only or order outer overlaps placing primary references returning right
  select similar some symmetric table tablesample then to trailing true union unique user using variadic verbose when where
  window with`.split(/\s+/),
)

/**
 * Returns the spellings of a plural like `case-studies`, and of its singular.
 * @param givenSingular overrides the singular of English grammar
 * @throws {PlainFailure} for a word that cannot be the name of a feature
 */
export function namesFor(plural: string, givenSingular?: string): Names {
  for (const word of [plural, givenSingular ?? plural])
    if (!KEBAB.test(word) || word.length > MAX_LENGTH)
      throw new PlainFailure(
        `"${word}" isn't a valid name. Use lowercase letters, digits and dashes, starting with a letter, ${MAX_LENGTH} characters at most, like code-reviews.`,
      )
  const singular = givenSingular ?? guessSingular(plural)
  if (singular === plural)
    throw new PlainFailure(`The singular and the plural are both "${plural}". Set the singular with --singular.`)
  const names = { one: spellingsOf(singular), many: spellingsOf(plural) }
  const reserved =
    [names.one.camel, names.many.camel].find(isReserved) ?? [singular].find((word) => SQL_KEYWORDS.has(word))
  if (reserved)
    throw new PlainFailure(
      `"${reserved}" is a reserved word of JavaScript or SQL. Choose another name, for example customer-${plural}.`,
    )
  return names
}

/**
 * Returns the spellings of the name of a job or an email, like `send-reminders`.
 * @throws {PlainFailure} for a word that cannot be such a name
 */
export function nameFor(word: string): Spellings {
  if (!KEBAB.test(word) || word.length > MAX_PART_LENGTH)
    throw new PlainFailure(
      `"${word}" isn't a valid name. Use lowercase letters, digits and dashes, starting with a letter, ${MAX_PART_LENGTH} characters at most, like send-reminders. Nothing was written.`,
    )
  const name = spellingsOf(word)
  if (isReserved(name.camel))
    throw new PlainFailure(
      `"${word}" is a reserved word of JavaScript. Choose another name, for example ${word}-rows. Nothing was written.`,
    )
  return name
}

/** Returns the spellings for files, code, tables and sentences. @param kebab for example `case-study` */
export function spellingsOf(kebab: string): Spellings {
  const words = kebab.split('-')
  const pascal = words.map(capitalized).join('')
  const spaced = words.join(' ')
  return {
    kebab,
    camel: pascal[0]?.toLowerCase() + pascal.slice(1),
    pascal,
    snake: words.join('_'),
    upper: words.join('_').toUpperCase(),
    spaced,
    sentence: capitalized(spaced),
  }
}

function guessSingular(plural: string): string {
  const [last = '', ...before] = plural.split('-').reverse()
  if (!pluralize.isPlural(last))
    throw new PlainFailure(
      `"${plural}" isn't a plural. Use a plural like bookmarks, and set an irregular singular with --singular.`,
    )
  return [...before.reverse(), pluralize.singular(last)].join('-')
}

function capitalized(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

/** Whether a word is reserved in JavaScript. */
export function isReserved(identifier: string): boolean {
  // Not reserved, but the global value would be hidden.
  if (identifier === 'undefined') return true
  try {
    // oxlint-disable-next-line typescript/no-implied-eval -- the JavaScript engine knows its reserved words
    return !new Function(`'use strict'; let ${identifier}`)
  } catch {
    return true
  }
}
