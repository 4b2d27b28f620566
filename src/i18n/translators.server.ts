import { createInstance, type i18n, type Resource, type ResourceLanguage } from 'i18next'
import { appConfig } from '#app.config'
import { dataInHtml } from '#lib/data-in-html.ts'
import { initTranslator } from './init-translator.ts'
import type { Language } from './languages.ts'

const files = import.meta.glob<ResourceLanguage>('/locales/*/*.json', { eager: true, import: 'default' })

/** All texts: language → namespace → key. */
const texts: Resource = {}
for (const [file, content] of Object.entries(files)) {
  const [language = '', namespace = ''] = file.replace(/^\/locales\/|\.json$/g, '').split('/')
  texts[language] = { ...texts[language], [namespace]: content }
}

// One translator a language, made at start and never changed, so that all requests may share them.
const translators = new Map<Language, i18n>(
  appConfig.languages.map((language) => [language, createTranslator(language)]),
)

/** The server's translator for a language, with all namespaces. Never call `changeLanguage` on it. */
export function translatorFor(language: Language): i18n {
  return translators.get(language) ?? createTranslator(language)
}

/** The texts of some namespaces in JSON, as the browser is handed them. */
export function textsInJson(language: Language, namespaces: string[]): string {
  return `{${namespaces.map((namespace) => `"${namespace}":${namespaceInJson(language, namespace)}`).join()}}`
}

const inJson = new Map<string, string>()

/** Written once: pages have the same ones again and again. */
function namespaceInJson(language: Language, namespace: string): string {
  const name = `${language}/${namespace}`
  const known = inJson.get(name) ?? dataInHtml(texts[language]?.[namespace] ?? {})
  inJson.set(name, known)
  return known
}

function createTranslator(language: Language): i18n {
  const translator = createInstance()
  initTranslator(translator, { lng: language, resources: texts })
  return translator
}
