import type { Field } from './fields.ts'

/** The texts of a locale file, as in its JSON. */
export interface Texts {
  [key: string]: string | Texts
}

/** Returns the English labels of fields, by the keys of their texts. */
export function fieldLabels(fields: Field[]): Record<string, string> {
  return Object.fromEntries(fields.map(({ name, words }) => [name, words.sentence]))
}

/** Returns the English labels for the values of choices. */
export function choiceLabels(fields: Field[]): Record<string, Texts> {
  const choices = fields.filter(({ kind }) => kind === 'choice')
  return Object.fromEntries(
    choices.map(({ name, values }) => [name, Object.fromEntries(values.map((value) => [value, sentence(value)]))]),
  )
}

/** Removes the template's texts that none of these fields needs, because an unused text fails a test. */
export function withoutUnusedTexts(texts: Texts, fields: Field[]): Texts {
  const hasBoolean = fields.some(({ kind }) => kind === 'boolean')
  return Object.fromEntries(Object.entries(texts).filter(([key]) => hasBoolean || key !== 'answers'))
}

function sentence(value: string): string {
  const words = value.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
