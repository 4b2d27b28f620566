import { appConfig } from '#app.config'
import type { Language } from './languages.ts'

/** Keeps the choice in the cookie that the server reads first, and in the storage that i18next's detector reads. */
export function rememberLanguage(language: Language): void {
  const { name, maxAgeMinutes } = appConfig.languageCookie
  const secure = window.location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${language}; Path=/; Max-Age=${maxAgeMinutes * 60}; SameSite=Lax${secure}`
  try {
    localStorage.setItem('i18nextLng', language)
  } catch {
    // Storage may be blocked; the cookie has the choice.
  }
}
