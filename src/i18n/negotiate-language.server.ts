import Negotiator from 'negotiator'
import { closestLanguage } from './languages.ts'

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
  const negotiator = new Negotiator({ headers: { 'accept-language': acceptLanguage ?? '' } })
  for (const tag of negotiator.languages()) {
    const language = closestLanguage(tag, languages)
    if (language !== undefined) return language
  }
  return defaultLanguage
}
