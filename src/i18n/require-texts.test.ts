import type { i18n } from 'i18next'
import { expect, test } from 'vitest'
import { LightTranslator } from './light-i18next.ts'
import { requireShownTextsIn, requireTexts } from './require-texts.ts'

/** A translator with texts of one namespace in English, whose backend has all others after a while. */
function translatorWith(namespace: string) {
  const translator = new LightTranslator()
  const read = (_language: string, _namespace: string, callback: (failure: null, texts: object) => void) =>
    void setTimeout(() => callback(null, {}), 5)
  translator.use({ type: 'backend', init: () => undefined, read })
  translator.init({ lng: 'en', resources: { en: { [namespace]: {} } } })
  return { translator, asLibrary: translator as unknown as i18n }
}

test('texts are there in the language that the page has by then', async () => {
  const { translator, asLibrary } = translatorWith('common')
  const loading = requireTexts(asLibrary, ['palette'])
  await translator.changeLanguage('fr')
  await loading
  expect(translator.hasResourceBundle('fr', 'palette')).toBe(true)
})

test('another language has the texts of pages too that were opened while it was fetched', async () => {
  const { translator, asLibrary } = translatorWith('common')
  const loading = requireShownTextsIn(asLibrary, 'fr')
  translator.init({ lng: 'en', resources: { en: { users: {} } } })
  await loading
  expect(Object.keys(translator.getDataByLanguage('fr'))).toEqual(['common', 'users'])
})
