import i18next from 'i18next'
import { getI18n } from 'react-i18next'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { translatorFor } from './translators.server.ts'

test.each(appConfig.languages)('all requests in %s share one translator, which no other language uses', (language) => {
  const translator = translatorFor(language)
  expect(translator).toBe(translatorFor(language))
  expect(translator.language).toBe(language)
  const others = appConfig.languages.filter((other) => translatorFor(other) === translator)
  expect(others).toEqual([language])
})

test('no global translator exists, so that every caller must choose a language', () => {
  expect(i18next.isInitialized).toBeFalsy()
  expect(getI18n()).toBeUndefined()
})
