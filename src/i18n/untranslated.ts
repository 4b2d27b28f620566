import { appConfig } from '#app.config'
import sameTexts from './same-texts.json' with { type: 'json' }

/** A text, or one of its plural forms. */
interface NamedText {
  language: string
  namespace: string
  key: string
  value: string
}

/** Texts that are right in a language although they are the same in English, by language. */
const SAME: Partial<Record<string, readonly string[]>> = sameTexts

/** Finds texts of other languages that are the same in English. */
export function sameAsEnglish<Text extends NamedText>(texts: Text[]): Text[] {
  const nameOf = ({ namespace, key, value }: Text) => `${namespace}:${key}:${value}`
  const isEnglish = ({ language }: Text) => language === appConfig.defaultLanguage
  const english = new Set(texts.filter(isEnglish).map(nameOf))
  return texts.filter((text) => !isEnglish(text) && english.has(nameOf(text)))
}

/** Finds texts that are still English: the same as in English, with words, and not listed in same-texts.json. */
export function stillEnglish<Text extends NamedText>(texts: Text[]): Text[] {
  return sameAsEnglish(texts).filter(
    ({ language, value }) => !SAME[language]?.includes(value) && /\p{L}/u.test(value.replace(/\{\{.*?\}\}/g, '')),
  )
}
