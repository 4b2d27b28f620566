import { appConfig } from '#app.config'
import sameTexts from '../i18n/same-texts.json' with { type: 'json' }

/** A text, or one of its plural forms. */
interface NamedText {
  language: string
  namespace: string
  key: string
  value: string
}

/** Texts, by language, that are correct although they equal the English text. */
const SAME_TEXTS: Partial<Record<string, readonly string[]>> = sameTexts

/** Finds texts of other languages that equal the English text. */
export function sameAsEnglish<Text extends NamedText>(texts: Text[]): Text[] {
  const nameOf = ({ namespace, key, value }: Text) => `${namespace}:${key}:${value}`
  const isEnglish = ({ language }: Text) => language === appConfig.defaultLanguage
  const english = new Set(texts.filter(isEnglish).map(nameOf))
  return texts.filter((text) => !isEnglish(text) && english.has(nameOf(text)))
}

/** Finds untranslated texts: they equal the English text, contain words, and are not listed in same-texts.json. */
export function untranslatedTexts<Text extends NamedText>(texts: Text[]): Text[] {
  return sameAsEnglish(texts).filter(
    ({ language, value }) => !SAME_TEXTS[language]?.includes(value) && /\p{L}/u.test(value.replace(/\{\{.*?\}\}/g, '')),
  )
}
