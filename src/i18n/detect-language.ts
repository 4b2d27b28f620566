import LanguageDetector from 'i18next-browser-languagedetector'
import { appConfig } from '#app.config'
import { closestLanguage, isLanguage, type Language } from './languages.ts'

/**
 * Returns the language that this browser chose before: from the query, cookie, storages, browser settings or page, in this order.
 * The server cannot read all of them. Called once, after hydration, if there is no cookie.
 */
export function detectLanguage(): Language | undefined {
  const detector = new LanguageDetector(undefined, {
    order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
    lookupQuerystring: 'lng',
    lookupCookie: appConfig.languageCookie.name,
    convertDetectedLanguage: (found) => closestLanguage(found, appConfig.languages) ?? found,
  })
  return [detector.detect() ?? []].flat().find(isLanguage)
}
