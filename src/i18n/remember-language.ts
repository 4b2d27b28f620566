import { appConfig } from '#app.config'
import { writeCookie } from '#lib/browser.ts'
import type { Language } from './languages.ts'

/** Where i18next's detector looks. */
const STORAGE_KEY = 'i18nextLng'

/** Keeps the choice in the cookie that the server reads first, and in the storage that i18next's detector reads. */
export function rememberLanguage(language: Language): void {
  const { name, maxAgeMinutes } = appConfig.languageCookie
  writeCookie(name, language, maxAgeMinutes * 60)
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Storage may be blocked; the cookie has the choice.
  }
}

/** Whether this browser has kept a choice where the server cannot see it. */
export function hasStoredLanguage(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null || sessionStorage.getItem(STORAGE_KEY) !== null
  } catch {
    // Storage is blocked: there is none.
    return false
  }
}
