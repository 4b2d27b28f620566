import { createInstance, type i18n, type Resource, type ResourceLanguage } from 'i18next'
import { appConfig } from '#app.config'
import { initTranslator } from './init-translator.ts'
import type { Language } from './languages.ts'

const localeFiles = import.meta.glob<ResourceLanguage>('/locales/*/*.json', { eager: true, import: 'default' })

/** All texts: language → namespace → key. */
const textsByLanguage: Resource = {}
for (const [file, content] of Object.entries(localeFiles)) {
  const [language = '', namespace = ''] = file.replace(/^\/locales\/|\.json$/g, '').split('/')
  textsByLanguage[language] = { ...textsByLanguage[language], [namespace]: content }
}

// One translator for each language, created at the start and never changed, because all requests share it.
const translatorByLanguage = new Map<Language, i18n>(
  appConfig.languages.map((language) => [language, createTranslator(language)]),
)

/** The server's translator for a language, with all namespaces. Never call `changeLanguage` on it. */
export function translatorFor(language: Language): i18n {
  return translatorByLanguage.get(language) ?? createTranslator(language)
}

/** Returns the texts of some namespaces, to be sent with a page. */
export function textsFor(language: Language, namespaces: string[]): ResourceLanguage {
  return Object.fromEntries(namespaces.map((namespace) => [namespace, textsByLanguage[language]?.[namespace] ?? {}]))
}

function createTranslator(language: Language): i18n {
  const translator = createInstance()
  initTranslator(translator, { lng: language, resources: textsByLanguage })
  return translator
}
