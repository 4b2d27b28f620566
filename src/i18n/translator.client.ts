import i18next, { type i18n, type ResourceLanguage } from 'i18next'
import HttpBackend, { type HttpBackendOptions } from 'i18next-http-backend'
import { appConfig } from '#app.config'
import { initTranslator } from './init-translator.ts'
import type { Language } from './languages.ts'

/** The language and texts that the server rendered with: the browser starts from exactly them. */
export interface DehydratedTexts {
  language: Language
  texts: ResourceLanguage
}

/** Files of texts, by the names they have in the build: with a hash, so that browsers keep them. */
const addresses = import.meta.glob<string>('/locales/*/*.json', {
  eager: true,
  import: 'default',
  query: '?url&no-inline',
})

/** The browser's translator, the default instance of i18next, which toasts outside of the page's tree use too. Empty until `startTranslator` gets the dehydrated texts. */
export function createBrowserTranslator(): i18n {
  return i18next
}

/** Starts the translator with the server's language and texts; anything else is fetched when it is asked for. */
export function startTranslator(translator: i18n, { language, texts }: DehydratedTexts): void {
  translator.use(HttpBackend)
  initTranslator<HttpBackendOptions>(translator, {
    lng: language,
    supportedLngs: [...appConfig.languages],
    resources: { [language]: texts },
    partialBundledLanguages: true,
    ns: Object.keys(texts),
    // Only files of the build have an address, so no name can lead elsewhere.
    backend: { loadPath: ([of], [namespace]) => addresses[`/locales/${of}/${namespace}.json`] ?? '' },
    maxRetries: 5,
    retryTimeout: 350,
    maxParallelReads: 10,
  })
}
