import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { CHECKED_TEXTS, hashesOfTexts, uncheckedTexts } from './checked-texts.ts'
import { textsIn } from './locales.ts'
import { readSources } from './source.ts'

test('the translations of every English text were checked after its last change', () => {
  const checked = JSON.parse(readFileSync(CHECKED_TEXTS, 'utf8')) as string[]
  expect(uncheckedTexts(textsIn(readSources('locales', ['.json'])), checked)).toEqual([])
})

test('uncheckedTexts reports only new and changed English texts, and none in an app with one language', () => {
  const before = textsOf({ en: { a: 'Save', b: 'Send' }, fr: { a: 'Enregistrer', b: 'Envoyer' } })
  const checked = hashesOfTexts(before)
  expect(uncheckedTexts(before, checked)).toEqual([])
  const changed = { a: 'Save', b: 'Send it', c: 'Close' }
  expect(uncheckedTexts(textsOf({ en: changed, fr: { a: 'Garder', b: 'Envoyer', c: 'Fermer' } }), checked)).toEqual([
    expect.stringContaining('locales/en/home.json:3 b is new or changed: check it in fr'),
    expect.stringContaining('locales/en/home.json:4 c is new or changed: check it in fr'),
  ])
  expect(uncheckedTexts(textsOf({ en: changed }), checked)).toEqual([])
})

function textsOf(languages: Record<string, Record<string, string>>) {
  return textsIn(
    Object.entries(languages).map(([language, texts]) => ({
      path: `locales/${language}/home.json`,
      text: JSON.stringify(texts, null, 2),
    })),
  )
}
