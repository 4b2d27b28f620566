import { finding } from './source.ts'
import type { Text } from './locales.ts'

/** A word that texts of a language must not use, and the word to use instead. */
export interface BannedTerm {
  language: string
  word: string
  instead: string
}

/** Signs that are wrong in a language. Variables are removed before the check. */
const WRONG_SIGNS: Record<string, RegExp> = {
  en: /\.\.\.|[‘’“”]/,
  fr: /\.\.\.|['"]|[ ][:;?!»]|«[ ]/,
  ar: /\.\.\.|['",;?]|(?=\P{ASCII})\p{Nd}/u,
  sw: /\.\.\.|['"]/,
}

/** Returns the cells of each row of the Markdown table with this first heading. */
export function readMarkdownTable(document: string, firstHeading: string): string[][] {
  const lines = document.split('\n')
  const start = lines.findIndex(
    (line, index) => line.startsWith(`| ${firstHeading} |`) && /^\| ?--/.test(lines[index + 1] ?? ''),
  )
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end === -1 ? undefined : end).map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** Finds words of the table of terms that no text of their language uses. */
export function unusedTerms(texts: Text[], languages: readonly string[], rows: string[][]): string[] {
  const said = Map.groupBy(texts, ({ language }) => language)
  const isSaid = (language: string, term: string) =>
    said.get(language)?.some(({ value }) => value.toLowerCase().includes(term.toLowerCase()))
  return rows.flatMap((cells) =>
    cells.flatMap((cell, column) => {
      const language = languages[column] ?? ''
      return cell
        .split(/ · |, /)
        .filter((term) => !isSaid(language, term))
        .map((term) => `docs/terms.md: "${term}" is said by no text in ${language}.`)
    }),
  )
}

/** Finds texts with a word that their language must not use. */
export function findBannedTerms(texts: Text[], refused: BannedTerm[]): string[] {
  return texts.flatMap(({ source, language, key, value, offset }) =>
    refused
      .filter((term) => term.language === language && wordPattern(term.word).test(value))
      .map(({ word, instead }) => finding(source, offset, `${key} says "${word}": say ${instead}.`)),
  )
}

/** Durations in words, such as "one hour", by language. Only plural forms can contain them. */
const SINGULAR_DURATION: Record<string, RegExp> = {
  en: /\b(?:an?|one) (?:day|hour|minute|month|week|year)\b/i,
  fr: /\b(?:un|une) (?:an|année|heure|jour|journée|minute|mois|semaine)\b/i,
  ar: /(?:يوم|شهر) واحد|(?:دقيقة|ساعة|سنة) واحدة|أسبوع واحد/,
  sw: /\b(?:dakika|mwaka|mwezi|saa|siku|wiki) (?:moja|mmoja)\b/i,
}

/** Finds texts with a fixed number, in digits or as a duration in words, because it would be wrong if the number changes. */
export function hardCodedNumbers(texts: Text[]): string[] {
  return texts
    .filter(
      ({ language, form, value }) =>
        /\p{Nd}/u.test(withoutValues(value)) || (form === '' && SINGULAR_DURATION[language]?.test(value)),
    )
    .map(({ source, key, offset }) => finding(source, offset, `${key} contains a fixed number: use a variable.`))
}

/** English verbs at the beginning of a text, and their stems in translations: a button that adds must not say that it creates. */
const VERBS: { english: RegExp; stems: Partial<Record<string, RegExp>> }[] = [
  { english: /^Add(?:ed)?\b/, stems: { fr: /ajout/i, ar: /إضاف|أضف|أُضيف/, sw: /ongez/i } },
  { english: /^Created?\b/, stems: { fr: /cré/i, ar: /إنشاء/, sw: /und[aw]/i } },
]

/** Finds translations that begin an action with another verb than their English text. */
export function exchangedVerbs(texts: Text[]): string[] {
  const nameOf = ({ source, key }: Text) => `${source.path.replace(/locales\/[^/]+\//, '')}:${key}`
  const english = new Map(texts.filter(({ language }) => language === 'en').map((text) => [nameOf(text), text.value]))
  return texts.flatMap((text) =>
    VERBS.filter(({ english: verb }) => verb.test(english.get(nameOf(text)) ?? ''))
      .filter(({ stems }) => stems[text.language]?.test(text.value) === false)
      .map(() =>
        finding(text.source, text.offset, `${text.key} has another verb than "${english.get(nameOf(text))}".`),
      ),
  )
}

/** Finds texts with punctuation or spaces that are wrong in their language. */
export function wrongPunctuation(texts: Text[]): string[] {
  return texts.flatMap(({ source, language, key, value, offset }) => {
    const sign = WRONG_SIGNS[language]?.exec(withoutValues(value))?.[0]
    return sign === undefined ? [] : [finding(source, offset, `${key} has "${sign}", which is wrong in ${language}.`)]
  })
}

function wordPattern(word: string): RegExp {
  const literal = word.replace(/[{}.]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<!\p{L})${literal}(?!\p{L})`, 'iu')
}

function withoutValues(text: string): string {
  return text.replaceAll(/\{\{.*?\}\}/g, '')
}
