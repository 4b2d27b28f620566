import i18next, { type BackendModule, type i18n, type ResourceLanguage } from 'i18next'
import { appConfig } from '#app.config'
import { addFormats, interpolationOf } from './fill-in.ts'
import type { Language } from './languages.ts'
import { TextFileGone } from './text-file-gone.ts'

/** The language and texts that the server rendered with: the browser starts from exactly them. */
export interface HandedOverTexts {
  language: Language
  texts: ResourceLanguage
}

/** The browser's translator, i18next's own: what stands outside of the page's tree, as toasts do, asks it too. Empty until `startTranslator` is given what the server handed over. */
export function createBrowserTranslator(): i18n {
  return i18next
}

/** Starts the translator with the server's language and texts; anything else is fetched when it is asked for. */
export function startTranslator(translator: i18n, { language, texts }: HandedOverTexts): void {
  void translator.use(lazyBackend).init({
    lng: language,
    resources: { [language]: texts },
    partialBundledLanguages: true,
    ns: Object.keys(texts),
    defaultNS: 'common',
    supportedLngs: [...appConfig.languages],
    fallbackLng: false,
    initAsync: false,
    interpolation: interpolationOf(translator),
    react: { useSuspense: true },
  })
  addFormats(translator)
}

/** i18next-http-backend, loaded with the list of file addresses only when the first text is missing. */
const lazyBackend: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read: (language, namespace, callback) => {
    // `true` beside the error has i18next try again: 5 times, from 350 ms on.
    import('./text-files.client.ts').then(
      ({ readTexts }) => readTexts(language, namespace, callback),
      async (error: unknown) => {
        const isGone = await isServerThere()
        callback(isGone ? new TextFileGone(String(error)) : String(error), !isGone)
      },
    )
  },
}

/** Loads what fetches texts. */
export function loadTextReader(): void {
  // Where that fails, it is tried when there is need.
  import('./text-files.client.ts').catch(() => undefined)
}

/** Browsers do not say why a module could not be loaded. */
function isServerThere(): Promise<boolean> {
  return fetch('/healthz').then(
    ({ ok }) => ok,
    () => false,
  )
}
