import i18next, { type i18n, type ResourceLanguage } from 'i18next'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { appConfig } from '#app.config'
import { initTranslator } from './init-translator.ts'
import type { Language } from './languages.ts'

/** The language and texts that the server rendered with. The browser starts with the same ones. */
export interface DehydratedTexts {
  language: Language
  texts: ResourceLanguage
}

// scripts/support/text-files.ts sets the path when the app is built.
declare const __TEXTS__: string | undefined

/** The path of the text files. In a build it contains a hash of all texts, so that browsers can cache the files. */
const TEXTS_PATH = typeof __TEXTS__ === 'undefined' ? '/locales' : __TEXTS__

/** The browser's translator: i18next's default instance, which toasts use too. Empty until `startTranslator` adds the texts. */
export function createBrowserTranslator(): i18n {
  return i18next
}

/** Starts the translator with the server's language and texts. All other texts are fetched when they are needed. */
export function startTranslator(translator: i18n, { language, texts }: DehydratedTexts): void {
  translator.use(HttpBackend)
  initTranslator<HttpBackendOptions>(translator, {
    lng: language,
    supportedLngs: [...appConfig.languages],
    resources: { [language]: texts },
    partialBundledLanguages: true,
    ns: Object.keys(texts),
    backend: { loadPath: `${TEXTS_PATH}/{{lng}}/{{ns}}.json` },
    maxRetries: 5,
    retryTimeout: 350,
    maxParallelReads: 10,
  })
}
