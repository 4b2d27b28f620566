import i18next from 'i18next'
import { getI18n } from 'react-i18next'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { translatorFor } from './translators.server.ts'

test.each(appConfig.languages)('all requests in %s share one translator, and it is nobody else’s', (language) => {
  const translator = translatorFor(language)
  expect(translator).toBe(translatorFor(language))
  expect(translator.language).toBe(language)
  const others = appConfig.languages.filter((other) => translatorFor(other) === translator)
  expect(others).toEqual([language])
})

test('none is everywhere: who forgets to say which gets none', () => {
  expect(i18next.isInitialized).toBeFalsy()
  expect(getI18n()).toBeUndefined()
})
