import type { i18n } from 'i18next'
import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type * as library from 'react-i18next'
import { requireTextsIn } from './require-texts.ts'

type Translation = Pick<library.UseTranslationResponse<'common', undefined>, 't' | 'i18n' | 'ready'>

const FAILURE_KEPT_MS = 1_000

/** What components ask of a translator while it has one language: each answer is made once, for however many ask. */
class Translations {
  readonly #made = new Map<string, Translation>()
  readonly #loading = new Map<string, Promise<void>>()
  readonly i18n: i18n
  readonly language: string

  constructor(translator: i18n) {
    this.i18n = translator
    this.language = translator.language
  }

  /** The texts of the first of these namespaces, with the others for keys that name theirs; undefined until all are there. */
  find(name: string): Translation | undefined {
    const known = this.#made.get(name)
    if (known) return known
    const { i18n: translator, language } = this
    const namespaces = name.split(' ')
    if (!namespaces.every((namespace) => translator.hasResourceBundle(language, namespace))) return undefined
    const fixed: (...scope: unknown[]) => Translation['t'] = translator.getFixedT.bind(translator) as never
    const t = fixed(language, namespaces[0], undefined, { scopeNs: namespaces })
    const made = { t, i18n: translator, ready: true } as Translation
    this.#made.set(name, made)
    return made
  }

  /** Fetches these namespaces. @throws {AppError} NO_CONNECTION when they cannot be had */
  load(name: string): Promise<void> {
    const known = this.#loading.get(name)
    if (known) return known
    const loading = requireTextsIn(this.i18n, this.language, name.split(' '))
    this.#loading.set(name, loading)
    // React asks for what failed once more, to throw it; whoever tries again later has it fetched again.
    loading.catch(() => setTimeout(() => this.#loading.delete(name), FAILURE_KEPT_MS))
    return loading
  }
}

// The server's translators serve all requests, and so do these.
const kept = new WeakMap<i18n, Translations>()

function translationsOf(translator: i18n): Translations {
  const known = kept.get(translator)
  if (known?.language === translator.language) return known
  const made = new Translations(translator)
  kept.set(translator, made)
  return made
}

const Current = createContext<Translations | undefined>(undefined)

/**
 * Gives a translator to the components below, in the place of react-i18next's, which is left out: that has every
 * component listen to the translator and work out its options, two hundred times a page. Here one listens for all.
 */
export function I18nextProvider({ i18n: translator, children }: { i18n: i18n; children?: ReactNode }) {
  const listen = useCallback(
    (onChange: () => void) => {
      translator.on('languageChanged', onChange)
      return () => translator.off('languageChanged', onChange)
    },
    [translator],
  )
  const read = () => translationsOf(translator)
  const translations = useSyncExternalStore(listen, read, read)
  return <Current value={translations}>{children}</Current>
}

/** The translation of these namespaces in the page's language; waits for texts that are not there yet. */
export function useTranslation(namespaces: string | readonly string[] = 'common'): Translation {
  const translations = use(Current)
  if (!translations) throw new Error('useTranslation outside of I18nextProvider')
  const name = typeof namespaces === 'string' ? namespaces : namespaces.join(' ')
  const translation = translations.find(name)
  if (translation) return translation
  // It waits here, or fails, until they are there.
  use(translations.load(name))
  throw new Error(`no texts: ${name}`)
}
