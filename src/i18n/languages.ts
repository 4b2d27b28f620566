import { appConfig } from '#app.config'

export type Language = (typeof appConfig.languages)[number]

/** Each language named in itself, as language menus show them. */
export const LANGUAGE_NAMES: Record<Language, string> = {
  en: 'English',
  fr: 'Français',
  ar: 'العربية',
  sw: 'Kiswahili',
}

/** The languages as a field to choose from offers them. */
export const LANGUAGE_CHOICES = appConfig.languages.map((value) => ({
  value,
  label: LANGUAGE_NAMES[value],
  lang: value,
}))

export function isLanguage(text: unknown): text is Language {
  return appConfig.languages.some((language) => language === text)
}

export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr'
}

interface LanguageWishes {
  /** The `lng` parameter of the URL. */
  query?: string | null | undefined
  cookie?: string | undefined
  /** The Accept-Language header. */
  acceptLanguage?: string | null | undefined
}

/** The language a request is answered in: the URL parameter, then the cookie, then Accept-Language, else the default. */
export function negotiateLanguage({ query, cookie, acceptLanguage }: LanguageWishes): Language {
  if (isLanguage(query)) return query
  if (isLanguage(cookie)) return cookie
  return preferredOf(acceptLanguage ?? '').find(isLanguage) ?? appConfig.defaultLanguage
}

/** Primary subtags of an Accept-Language header, the most wanted first. */
function preferredOf(acceptLanguage: string): string[] {
  return acceptLanguage
    .split(',')
    .map((entry) => {
      const [tag = '', ...parameters] = entry.trim().split(';')
      const weight = Number(
        parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/i.exec(parameter)?.[1]).find(Boolean) ?? 1,
      )
      return { language: tag.trim().split('-')[0]?.toLowerCase() ?? '', weight: Number.isNaN(weight) ? 0 : weight }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ language }) => language)
}
