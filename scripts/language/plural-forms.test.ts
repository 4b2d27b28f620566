import { expect, test } from 'vitest'
import { withFormsOf } from './plural-forms.ts'

const ENGLISH = {
  title: 'Users',
  rows_one: '{{count, number}} row',
  rows_other: '{{count, number}} rows',
  only: { undo_one: 'Undo', undo_other: 'Undo all {{count, number}}' },
}

test.each([
  ['de', ['one', 'other'], 'Undo'],
  ['pt-BR', ['one', 'many', 'other'], 'Undo all {{count, number}}'],
  ['he', ['one', 'two', 'other'], 'Undo'],
  ['pl', ['one', 'few', 'many', 'other'], 'Undo'],
  ['zh-TW', ['other'], undefined],
])(
  'withFormsOf returns the plural forms of %s, with an English text for 1 only if the language has one',
  (language, forms, one) => {
    const texts = withFormsOf(language, ENGLISH) as typeof ENGLISH & Record<string, string>
    expect(Object.keys(texts)).toEqual(['title', ...forms.map((form) => `rows_${form}`), 'only'])
    expect(texts.rows_one).toBe(forms.includes('one') ? '{{count, number}} row' : undefined)
    expect(texts.rows_other).toBe('{{count, number}} rows')
    expect(texts.only.undo_one).toBe(one)
  },
)
