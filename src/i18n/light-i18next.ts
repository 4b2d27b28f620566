import type { BackendModule, i18n, InitOptions, InterpolationOptions, ResourceKey } from 'i18next'
import { directionOf, isLanguage } from './languages.ts'

const TRIES = 6
const FIRST_WAIT_MS = 350
const PLACE = /\{\{(\w+)(?:, (\w+))?\}\}/g

type Values = Record<string, unknown>
type Format = (value: never, language: string) => string
type Listener = (...told: unknown[]) => void

/**
 * The browser's translator, in the place of i18next: what our texts use of it, a tenth of its weight.
 * That is keys with points and namespaces, plurals, values with formats, objects of texts, and a backend that is asked
 * again. Texts that use more of the library fail the test that compares the two.
 */
export class LightTranslator {
  language = ''
  readonly #texts = new Map<string, ResourceKey>()
  readonly #plurals = new Map<string, Intl.PluralRules>()
  readonly #formats = new Map<string, Format>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #loading = new Map<string, Promise<void>>()
  #backend: BackendModule | undefined
  #interpolation: InterpolationOptions = {}
  readonly services = { formatter: { add: (name: string, format: Format) => void this.#formats.set(name, format) } }
  readonly t = this.getFixedT()

  use(backend: BackendModule): this {
    this.#backend = backend
    return this
  }

  init({ lng = '', resources = {}, interpolation = {} }: InitOptions & { lng?: string }): void {
    this.language = lng
    this.#interpolation = interpolation
    for (const [language, namespaces] of Object.entries(resources))
      for (const [namespace, texts] of Object.entries(namespaces)) this.#texts.set(`${language}/${namespace}`, texts)
  }

  /** Makes what translates into this language, or into the page's at any moment, keys that name no namespace from this one. */
  getFixedT(language?: string, namespace = 'common') {
    return (key: string, values: Values = {}): unknown => {
      const inLanguage = language ?? this.language
      const parts = values.nsSeparator === false ? [key] : key.split(':')
      const texts = this.#texts.get(`${inLanguage}/${parts.length > 1 ? parts.shift() : namespace}`)
      const path = parts.join('.')
      const found = this.#keysOf(path, values.count, inLanguage).map((one) => below(texts, one))
      const text = found.find((one) => one !== undefined && (typeof one === 'string' || values.returnObjects))
      return this.#filled(text ?? values.defaultValue ?? path, values, inLanguage)
    }
  }

  hasResourceBundle(language: string, namespace: string): boolean {
    return this.#texts.has(`${language}/${namespace}`)
  }

  getDataByLanguage(language: string): Record<string, ResourceKey> {
    const ofLanguage = [...this.#texts].filter(([name]) => name.startsWith(`${language}/`))
    return Object.fromEntries(ofLanguage.map(([name, texts]) => [name.slice(language.length + 1), texts]))
  }

  changeLanguage(language: string): Promise<void> {
    this.language = language
    this.#tell('languageChanged', language)
    return Promise.resolve()
  }

  dir(): 'ltr' | 'rtl' {
    return isLanguage(this.language) ? directionOf(this.language) : 'ltr'
  }

  on(event: string, listener: Listener): void {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener))
  }

  off(event: string, listener: Listener): void {
    this.#listeners.get(event)?.delete(listener)
  }

  /** Fetches texts; what cannot be had, after all tries, is told as `failedLoading`. */
  async reloadResources(language: string, namespaces: readonly string[]): Promise<void> {
    await Promise.all(namespaces.map((namespace) => this.#load(language, namespace)))
  }

  /** Once at a time, for whoever asks. */
  #load(language: string, namespace: string): Promise<void> {
    const name = `${language}/${namespace}`
    const loading =
      this.#loading.get(name) ??
      this.#read(language, namespace, FIRST_WAIT_MS, TRIES).finally(() => this.#loading.delete(name))
    this.#loading.set(name, loading)
    return loading
  }

  #read(language: string, namespace: string, waitMs: number, triesLeft: number): Promise<void> {
    return new Promise((resolve) => {
      this.#backend?.read(language, namespace, (failure, textsOrTryAgain) => {
        if (!failure) this.#texts.set(`${language}/${namespace}`, textsOrTryAgain as ResourceKey)
        else if (textsOrTryAgain === true && triesLeft > 1) {
          setTimeout(() => resolve(this.#read(language, namespace, waitMs * 2, triesLeft - 1)), waitMs)
          return
        } else this.#tell('failedLoading', language, namespace, failure)
        resolve()
      })
    })
  }

  #tell(event: string, ...told: unknown[]): void {
    for (const listener of this.#listeners.get(event) ?? []) listener(...told)
  }

  /** The keys that may have the text, the best first. */
  #keysOf(path: string, count: unknown, language: string): string[] {
    if (typeof count !== 'number') return [path]
    const rules = this.#plurals.get(language) ?? new Intl.PluralRules(language)
    this.#plurals.set(language, rules)
    return [...(count === 0 ? [`${path}_zero`] : []), `${path}_${rules.select(count)}`, path]
  }

  #filled(text: unknown, values: Values, language: string): unknown {
    if (typeof text === 'string')
      return text.replace(PLACE, (place, name, format) => this.#valueAt(place, name, format, values, language))
    if (typeof text !== 'object' || text === null) return text
    return Object.fromEntries(Object.entries(text).map(([key, one]) => [key, this.#filled(one, values, language)]))
  }

  #valueAt(place: string, name: string, formatName: string | undefined, values: Values, language: string): string {
    const { defaultVariables } = this.#interpolation
    const value = values[name] === undefined ? defaultVariables?.[name] : values[name]
    // As in the library.
    if (value === undefined) return name in values && !formatName ? '' : place
    if (value === null) return ''
    const format = formatName ? this.#formats.get(formatName) : undefined
    const written = format ? format(value as never, language) : String(value)
    return this.#interpolation.escape?.(written) ?? written
  }
}

function below(texts: ResourceKey | undefined, path: string): unknown {
  let one: unknown = texts
  for (const step of path.split('.'))
    one = typeof one === 'object' && one !== null && Object.hasOwn(one, step) ? Reflect.get(one, step) : undefined
  return one
}

// oxlint-disable-next-line import/no-default-export -- as the library has it
export default new LightTranslator() as unknown as i18n
