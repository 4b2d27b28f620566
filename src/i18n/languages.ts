import { appConfig } from '#app.config'

export type Language = (typeof appConfig.languages)[number]

/** The name of each language in that language, for language menus. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  sw: 'Kiswahili',
}

/** The languages as choices of a form field. */
export const LANGUAGE_CHOICES = appConfig.languages.map((value) => ({
  value,
  label: LANGUAGE_NAMES[value],
  lang: value,
}))

export function isLanguage(text: unknown): text is Language {
  return appConfig.languages.some((language) => language === text)
}

/** Returns the language that a text names; the default language for any other text. */
export function languageOrDefault(text: unknown): Language {
  return isLanguage(text) ? text : appConfig.defaultLanguage
}

/** Scripts that run from right to left. Not all browsers have `Intl.Locale.prototype.getTextInfo`. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Syrc', 'Thaa'])

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.has(new Intl.Locale(language).maximize().script ?? '') ? 'rtl' : 'ltr'
}

/**
 * Finds the best language for a language tag: one of the same region, otherwise one in the same script. zh-HK gets zh-TW, and pt
 * gets pt-BR.
 */
export function closestLanguage<Known extends string>(tag: string, languages: readonly Known[]): Known | undefined {
  const [primary = ''] = tag.toLowerCase().split('-')
  const alike = languages.filter((language) => language.split('-')[0] === primary)
  // Return early, because most tags of a long header are unknown, and creating a locale takes long.
  if (alike.length === 0) return undefined
  const wanted = localeOf(tag)
  return (
    alike.find((language) => localeOf(language)?.baseName === wanted?.baseName) ??
    alike.find((language) => localeOf(language)?.script === wanted?.script) ??
    alike.find((language) => language === primary)
  )
}

/** Returns the locale of a tag with its likely script and region; undefined for an invalid tag. */
function localeOf(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag).maximize()
  } catch {
    return undefined
  }
}
