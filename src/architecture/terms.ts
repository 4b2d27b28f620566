import { finding } from './source.ts'
import type { Text } from './locales.ts'

/** A word that a language does not use, and the one it has for the thing. */
export interface Refused {
  language: string
  word: string
  instead: string
}

/** Signs that a language writes in another way. Values are taken out before. */
const WRONG_SIGNS: Record<string, RegExp> = {
  en: /\.\.\.|[‘’“”]/,
  fr: /\.\.\.|['"]|[ ][:;?!»]|«[ ]/,
  ar: /\.\.\.|['",;?]|(?=\P{ASCII})\p{Nd}/u,
  sw: /\.\.\.|['"]/,
}

/** The rows of a Markdown table, each as its cells, found by the table's first heading. */
export function tableOf(document: string, firstHeading: string): string[][] {
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

/** Words of the table of terms that no text of their language has. */
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

/** Texts with a word that their language does not use. */
export function refusedTerms(texts: Text[], refused: Refused[]): string[] {
  return texts.flatMap(({ source, language, key, value, offset }) =>
    refused
      .filter((term) => term.language === language && saying(term.word).test(value))
      .map(({ word, instead }) => finding(source, offset, `${key} says "${word}": say ${instead}.`)),
  )
}

/** Texts that have a number typed in, which would stay when the number changes. */
export function typedNumbers(texts: Text[]): string[] {
  return texts
    .filter(({ value }) => /\p{Nd}/u.test(withoutValues(value)))
    .map(({ source, key, offset }) => finding(source, offset, `${key} has a number typed in: fill it in.`))
}

/** Texts with signs or spaces that are not those of their language. */
export function wrongSigns(texts: Text[]): string[] {
  return texts.flatMap(({ source, language, key, value, offset }) => {
    const sign = WRONG_SIGNS[language]?.exec(withoutValues(value))?.[0]
    return sign === undefined
      ? []
      : [finding(source, offset, `${key} has "${sign}", which ${language} does not write.`)]
  })
}

function saying(word: string): RegExp {
  const literal = word.replace(/[{}.]/g, String.raw`\$&`)
  return new RegExp(String.raw`(?<!\p{L})${literal}(?!\p{L})`, 'iu')
}

function withoutValues(text: string): string {
  return text.replaceAll(/\{\{.*?\}\}/g, '')
}
