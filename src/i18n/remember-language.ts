import { appConfig } from '#app.config'
import { writeCookie, writeStored } from '#lib/browser.ts'
import type { Language } from './languages.ts'

/** The storage key of i18next's detector. */
const STORAGE_KEY = 'i18nextLng'

/** Stores the choice in the cookie that the server reads first, and in the storage that i18next's detector reads. */
export function rememberLanguage(language: Language): void {
  const { name, maxAgeMinutes } = appConfig.languageCookie
  writeCookie(name, language, maxAgeMinutes * 60)
  writeStored(STORAGE_KEY, language)
}

/** Whether the browser's storage, which the server cannot read, contains a language that the user has chosen. */
export function hasLanguageInBrowserStorage(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null || sessionStorage.getItem(STORAGE_KEY) !== null
  } catch {
    // The browser blocks storage.
    return false
  }
}
