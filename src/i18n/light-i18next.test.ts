import type { BackendModule, i18n } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { appConfig } from '#app.config'
import { addFormats, interpolationOf } from './fill-in.ts'
import type { Language } from './languages.ts'
import { LightTranslator } from './light-i18next.ts'
import { NAMESPACES } from './namespaces.ts'
import { allTexts, keysOf, libraryTranslator } from './test-translator.server.ts'

type AnyTranslate = (key: string, values?: object) => unknown

const NAMES = ['Ada', 'ليلى', '$& {{name}} $t(home) </b>', '']
const COUNTS = [0, 1, 2, 3, 11, 100, 1_000_000, 1.5]

afterEach(() => vi.useRealTimers())

function lightTranslator(language: Language, backend?: BackendModule['read']): LightTranslator {
  const translator = new LightTranslator()
  if (backend) translator.use({ type: 'backend', init: () => undefined, read: backend })
  const asLibrary = translator as unknown as i18n
  translator.init({
    lng: language,
    resources: { [language]: allTexts(language) },
    interpolation: interpolationOf(asLibrary),
  })
  addFormats(asLibrary)
  return translator
}

/** What both make of the same key, asked for as components do and as what stands outside of them does. */
function both(language: Language, namespace: string) {
  const [library, light] = [libraryTranslator(language), lightTranslator(language)]
  const ofLibrary = library.getFixedT(language, namespace as 'common') as unknown as AnyTranslate
  return {
    expected: { fixed: ofLibrary, free: library.t as unknown as AnyTranslate },
    found: { fixed: light.getFixedT(language, namespace), free: light.t },
  }
}

test.each(appConfig.languages)('every text in %s is what the library makes of it, whatever is put in', (language) => {
  for (const namespace of NAMESPACES) {
    const { expected, found } = both(language, namespace)
    for (const key of keysOf(language, namespace)) {
      const written = String(expected.fixed(key, { skipInterpolation: true }))
      const places = [...written.matchAll(/\{\{\W*(\w+)/g)].map(([, name = '']) => name)
      const all = (value: unknown) => Object.fromEntries(places.map((place) => [place, value]))
      // A plural is asked for by what all its forms have in common.
      const common = key.replace(/_(zero|one|two|few|many|other)$/, '')
      const counted = COUNTS.map((count) => [common, { ...all(count), count }] as const)
      const named = [...NAMES, null, undefined, 7].map((name) => [key, all(name)] as const)
      for (const [asked, values] of [...counted, ...named, [key, undefined], [key, { other: 'x' }]] as const) {
        expect(found.fixed(asked, values), `fixed: ${namespace}, ${asked}`).toBe(expected.fixed(asked, values))
        const full = `${namespace}:${asked}`
        expect(found.free(full, values), `free: ${full}`).toBe(expected.free(full, values))
      }
    }
  }
})

test('objects of texts, texts that are not there and what is said in their place are as in the library', () => {
  const { expected, found } = both('fr', 'history')
  for (const [key, values] of [
    ['fields', { returnObjects: true }],
    ['events', { returnObjects: true }],
    ['scopes', { returnObjects: true, nsSeparator: false }],
    ['history:actions', { returnObjects: true }],
    ['common:nav', { returnObjects: true }],
    ['fields.nothing', { returnObjects: true }],
    ['nowhere', undefined],
    ['nowhere:atAll', undefined],
    ['constructor', undefined],
    ['fields.constructor.name', undefined],
    ['errors:NOWHERE', { defaultValue: 'Something else, {{name}}', name: 'Ada' }],
    ['errors:NOWHERE', { defaultValue: 'Something else', count: 2 }],
    ['common:home', { defaultValue: 'Something else' }],
  ] as const) {
    expect(found.fixed(key, values), `fixed: ${key}`).toEqual(expected.fixed(key, values))
    expect(found.free(key, values), `free: ${key}`).toEqual(expected.free(key, values))
  }
})

test('another language is told of, and has its own direction and texts', async () => {
  const translator = lightTranslator('en')
  const told: unknown[] = []
  const note = (language: unknown) => told.push(language)
  translator.on('languageChanged', note)
  expect(translator.dir()).toBe('ltr')
  await translator.changeLanguage('ar')
  expect([translator.language, translator.dir(), told]).toEqual(['ar', 'rtl', ['ar']])
  expect(translator.t('home'), 'whose texts are not there').toBe('home')
  translator.off('languageChanged', note)
  await translator.changeLanguage('fr')
  expect(told).toEqual(['ar'])
})

test('texts are asked for again five times, each time after twice as long, where the backend says so', async () => {
  vi.useFakeTimers()
  const asked: number[] = []
  const begun = Date.now()
  const translator = lightTranslator('en', (_language, _namespace, callback) => {
    asked.push(Date.now() - begun)
    callback('away', true)
  })
  const failed = vi.fn<(...told: unknown[]) => void>()
  translator.on('failedLoading', failed)
  const loading = translator.reloadResources('fr', ['home'])
  await vi.runAllTimersAsync()
  await loading
  expect(asked).toEqual([0, 350, 1_050, 2_450, 5_250, 10_850])
  expect(failed.mock.calls).toEqual([['fr', 'home', 'away']])
  expect(translator.hasResourceBundle('fr', 'home')).toBe(false)
})

test('texts that two ask for are fetched once, and anew when they are asked for later', async () => {
  const asked: string[] = []
  const translator = lightTranslator('en', (_language, namespace, callback) => {
    asked.push(namespace)
    setTimeout(() => callback('gone', false))
  })
  const failed = vi.fn<(...told: unknown[]) => void>()
  translator.on('failedLoading', failed)
  await Promise.all([translator.reloadResources('fr', ['home', 'keys']), translator.reloadResources('fr', ['home'])])
  expect(asked).toEqual(['home', 'keys'])
  expect(failed).toHaveBeenCalledTimes(2)
  await translator.reloadResources('fr', ['home'])
  expect(asked).toEqual(['home', 'keys', 'home'])
})

test('texts that come are there, those that cannot come are told of at once, and neither keeps the other away', async () => {
  const translator = lightTranslator('en', (_language, namespace, callback) =>
    namespace === 'home' ? callback(null, { heading: 'Accueil' }) : callback('gone', false),
  )
  const failed = vi.fn<(...told: unknown[]) => void>()
  translator.on('failedLoading', failed)
  await translator.reloadResources('fr', ['home', 'keys'])
  expect(translator.getDataByLanguage('fr')).toEqual({ home: { heading: 'Accueil' } })
  expect(translator.getFixedT('fr', 'home')('heading')).toBe('Accueil')
  expect(failed.mock.calls).toEqual([['fr', 'keys', 'gone']])
})
