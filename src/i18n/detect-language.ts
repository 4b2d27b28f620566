import LanguageDetector from 'i18next-browser-languagedetector'
import { appConfig } from '#app.config'
import { closestLanguage, isLanguage, type Language } from './languages.ts'

/**
 * The language this browser chose before, where only it can know: query, cookie, storages, browser, page, in this order, with the places that the
 * server has not read. Asked once, after hydration, when there is no cookie.
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
