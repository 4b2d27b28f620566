import { expect, test } from 'vitest'
import { sources } from './source.ts'
import { textInMarkup } from './text-in-markup.ts'

test('no sentence stands in markup', () => {
  expect(textInMarkup(sources)).toEqual([])
})

test.each([
  ['text between tags', '<p>Hello</p>'],
  ['text in another script', '<p>مرحبا</p>'],
  ['a string', `<p>{'Hello'}</p>`],
  ['one of two strings', '<p>{isBusy ? t("saving") : "Save"}</p>'],
  ['what stands in for nothing', `<>{name ?? 'Somebody'}</>`],
  ['a template', '<p>{`Hello ${name}`}</p>'],
  ['a label for screen readers', '<nav aria-label="Main" />'],
  ['a picture’s text', `<img alt={'A door'} />`],
  ['a field’s example', '<input placeholder="Search" />'],
  ['a control’s name', '<TextField label="Name" />'],
])('%s is refused', (_name, markup) => {
  const found = textInMarkup([{ path: 'src/ui/a.tsx', text: `\nconst a = ${markup}` }])
  expect(found).toEqual([expect.stringContaining('src/ui/a.tsx:2 Says')])
})

test.each([
  ['translated text', `<p title={t('a')}>{t('b')} {name}</p>`],
  ['signs', '<p>· {count} / {`${count} %`}</p>'],
  ['words that nobody reads', '<p className="text-sm" id="main" dir="ltr">{isOpen === true && <b />}</p>'],
])('%s may stand in markup', (_name, markup) => {
  expect(textInMarkup([{ path: 'src/ui/a.tsx', text: `const a = ${markup}` }])).toEqual([])
})
