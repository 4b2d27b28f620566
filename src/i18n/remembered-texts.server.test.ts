import type { i18n, ResourceLanguage } from 'i18next'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import type { Language } from './languages.ts'
import { NAMESPACES } from './namespaces.ts'
import { rememberTexts } from './remembered-texts.server.ts'
import { keysOf, libraryTranslator } from './test-translator.server.ts'

type AnyTranslate = (key: unknown, values?: unknown) => string

const NAMES = ['Ada', 'ليلى', '$& {{name}} $t(home) </b>', '']

function bothFor(language: Language, namespace: string, more?: ResourceLanguage) {
  const [own, remembering] = [libraryTranslator(language, more), libraryTranslator(language, more)]
  rememberTexts(remembering)
  const fixed = (translator: i18n) => translator.getFixedT(language, namespace as 'common') as unknown as AnyTranslate
  return { plain: fixed(own), remembered: fixed(remembering) }
}

test.each(appConfig.languages)(
  'every text in %s is what the library makes of it, the first time and the second',
  (language) => {
    for (const namespace of NAMESPACES) {
      const { plain, remembered } = bothFor(language, namespace)
      for (const key of keysOf(language, namespace)) {
        const places = [...plain(key, { skipInterpolation: true }).matchAll(/\{\{\s*(\w+)/g)].map(
          ([, name = '']) => name,
        )
        const named = (name: string) => Object.fromEntries(places.map((place) => [place, name]))
        const counted = Object.fromEntries(places.map((place) => [place, 3]))
        for (const values of [undefined, ...NAMES.map(named), counted, { ...named('Ada'), count: 2 }, { other: 'x' }])
          for (const _time of ['first', 'second'])
            expect(remembered(key, values), `${namespace}:${key}`).toBe(plain(key, values))
      }
    }
  },
)

test.each([
  ['plain', { name: 'Ada' }],
  ['spaced', { name: 'Ada' }],
  ['unescaped', { name: 'ليلى' }],
  ['nested', { name: 'Ada' }],
  ['chosen', { name: 'Ada', context: 'female' }],
  ['plain', { name: { first: 'Ada' } }],
  ['plain', { name: null }],
  ['plain', { name: undefined }],
  ['plain', {}],
  ['twice', { name: 'Ada', more: 'Grace' }],
  ['missing', { name: 'Ada' }],
])('what is more than names in plain places is left to the library: %s with %j', (key, values) => {
  const texts = {
    odd: {
      plain: 'Hello {{name}}!',
      spaced: 'Hello {{ name }}!',
      unescaped: 'Hello {{- name}}!',
      nested: 'Hello {{name}}, $t(plain)',
      chosen: 'Them: {{name}}',
      chosen_female: 'Her: {{name}}',
      twice: '{{name}}, {{more}} and {{name}}',
    },
  }
  const { plain, remembered } = bothFor('en', 'odd', texts)
  expect(remembered(key, values)).toBe(plain(key, values))
})
