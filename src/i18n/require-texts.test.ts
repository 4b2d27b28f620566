import { createInstance, type i18n, type ReadCallback } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { AppError } from '#lib/app-error.ts'
import { ensureShownTextsIn, ensureTexts } from './require-texts.ts'
import { SECOND_LANGUAGE } from '#lib/test-languages.ts'

afterEach(() => vi.useRealTimers())

/** Returns a browser's translator with the English texts of one namespace. It loads all other texts with `read`. */
function translatorWith(namespace: string, read: (namespace: string, callback: ReadCallback) => void): i18n {
  const translator = createInstance()
  translator.use({
    type: 'backend',
    callbackApi: true,
    init: () => undefined,
    read: (_language: string, asked: string, callback: ReadCallback) => read(asked, callback),
  })
  void translator.init({
    lng: 'en',
    resources: { en: { [namespace]: { known: 'yes' } } },
    partialBundledLanguages: true,
    ns: [namespace],
    fallbackLng: false,
    initAsync: false,
  })
  return translator
}

const later = (_namespace: string, callback: ReadCallback) =>
  void setTimeout(() => callback(null, { fetched: 'yes' }), 5)

test('ensureTexts loads texts in the language that the page has when they arrive', async () => {
  const translator = translatorWith('common', later)
  translator.addResourceBundle('fr', 'common', { known: 'yes' })
  const loading = ensureTexts(translator, ['onboarding'])
  await translator.changeLanguage('fr')
  await loading
  expect(translator.hasResourceBundle('fr', 'onboarding')).toBe(true)
})

test('a change of language also loads the texts of pages that were opened meanwhile', async () => {
  const translator = translatorWith('common', later)
  const loading = ensureShownTextsIn(translator, SECOND_LANGUAGE)
  translator.addResourceBundle('en', 'users', { known: 'yes' })
  await loading
  expect(Object.keys(translator.getDataByLanguage(SECOND_LANGUAGE) ?? {})).toEqual(['common', 'users'])
})

test('concurrent requests for the same texts fetch them once, and again after a failure', async () => {
  const asked: string[] = []
  const translator = translatorWith('common', (namespace, callback) => {
    asked.push(namespace)
    setTimeout(() => callback('failed loading /assets/keys.json; status code: 404', false))
  })
  const both = await Promise.allSettled([ensureTexts(translator, ['api-keys']), ensureTexts(translator, ['api-keys'])])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(asked).toEqual(['api-keys'])
  await expect(ensureTexts(translator, ['api-keys'])).rejects.toThrow(AppError)
  expect(asked).toEqual(['api-keys', 'api-keys'])
})

test('a namespace that fails to load is reported with its cause, and gets no replacement', async () => {
  const cause = 'failed loading /assets/keys.json; status code: 404'
  const translator = translatorWith('common', (namespace, callback) =>
    namespace === 'home' ? callback(null, { heading: 'Home' }) : callback(cause, false),
  )
  const loading = ensureTexts(translator, ['home', 'api-keys'])
  await expect(loading).rejects.toMatchObject({ code: 'NO_CONNECTION', cause })
  expect(Object.keys(translator.getDataByLanguage('en') ?? {})).toEqual(['common', 'home'])
})
