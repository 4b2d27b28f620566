import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { hasLanguages } from '#lib/test-languages.ts'
import { hashesOfTexts } from '../../src/architecture/checked-texts.ts'
import { SAME_TEXTS, UNTRANSLATED, type Text } from '../../src/architecture/locales.ts'
import { withoutCheckedTexts, withoutStaleKeys, withoutStaleSameTexts } from './listed-texts.ts'
import { planRemoval } from './plan.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const text = (language: string, key: string, value: string): Text => ({
  source: { path: `locales/${language}/a.json`, text: '' },
  language,
  namespace: 'a',
  key,
  form: '',
  value,
  offset: 0,
})
const TEXTS = [
  text('en', 'menu', 'Menu'),
  text('fr', 'menu', 'Menu'),
  text('en', 'save', 'Save'),
  text('fr', 'save', 'x'),
]

test('texts that no longer equal an English text leave same-texts.json', () => {
  expect(JSON.parse(withoutStaleSameTexts('{"fr":["Menu","Test","Save"],"ar":["Esc"]}', TEXTS))).toEqual({
    fr: ['Menu'],
    ar: [],
  })
})

test('keys that no longer exist leave untranslated.json', () => {
  expect(JSON.parse(withoutStaleKeys('{"fr":["a:menu","a:gone"],"sw":["*"]}', TEXTS))).toEqual({
    fr: ['a:menu'],
    sw: ['*'],
  })
})

test('the hashes of removed texts leave checked-texts.json, and unknown hashes stay', () => {
  const left = TEXTS.filter(({ key }) => key !== 'save')
  const [menu = '', save = ''] = [left, TEXTS.filter(({ key }) => key === 'save')].flatMap(hashesOfTexts)
  const json = JSON.stringify([menu, save, 'unknown'])
  expect(JSON.parse(withoutCheckedTexts(json, TEXTS, left))).toEqual([menu, 'unknown'])
})

const hasExample = existsSync(path.join(ROOT, 'src/features/webhooks')) && hasLanguages('fr')

test.runIf(hasExample)(
  'removing a feature whose name is the same in French removes the name from same-texts.json',
  async () => {
    const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
    const french = (json = '{}') => (JSON.parse(json) as { fr?: string[] }).fr ?? []
    const listed = french(read(SAME_TEXTS))
    const { changed } = await planRemoval(ROOT, 'webhooks')
    const left = french(changed.get(SAME_TEXTS))
    expect(listed.filter((one) => !left.includes(one))).toEqual(['Secret', 'Test', 'Webhooks'])
    expect(changed.get(UNTRANSLATED) ?? read(UNTRANSLATED)).toBe(read(UNTRANSLATED))
  },
)
