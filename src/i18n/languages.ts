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

interface LanguageHints {
  /** The `lng` parameter of the URL. */
  query?: string | null | undefined
  cookie?: string | undefined
  /** The Accept-Language header. */
  acceptLanguage?: string | null | undefined
}

/** Returns the language of the response: the URL parameter, then the cookie, then Accept-Language, else the default. */
export function negotiateLanguage<Known extends string>(
  { languages, defaultLanguage }: { languages: readonly Known[]; defaultLanguage: Known },
  { query, cookie, acceptLanguage }: LanguageHints,
): Known {
  const chosen = languages.find((one) => one === query) ?? languages.find((one) => one === cookie)
  if (chosen !== undefined) return chosen
  for (const tag of preferredOf(acceptLanguage ?? '')) {
    const language = closestLanguage(tag, languages)
    if (language !== undefined) return language
  }
  return defaultLanguage
}

/** Returns the language tags of an Accept-Language header, the preferred one first. */
function preferredOf(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const weight = Number(
        parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean) ?? 1,
      )
      return { tag: tag.trim(), weight: Number.isNaN(weight) ? 0 : weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag)
}
