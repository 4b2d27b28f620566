import { expect, test } from 'vitest'
import { sources } from './source.ts'
import { punctuationInCode, textInMarkup } from './text-in-markup.ts'

test('no markup contains text that is not translated', () => {
  expect(textInMarkup(sources)).toEqual([])
})

test.each([
  ['text between tags', '<p>Hello</p>'],
  ['text in another script', '<p>مرحبا</p>'],
  ['a string', `<p>{'Hello'}</p>`],
  ['a string in one branch of a condition', '<p>{isBusy ? t("saving") : "Save"}</p>'],
  ['a fallback string', `<>{name ?? 'Somebody'}</>`],
  ['a template', '<p>{`Hello ${name}`}</p>'],
  ['a label for screen readers', '<nav aria-label="Main" />'],
  ['the alt text of a picture', `<img alt={'A door'} />`],
  ['the placeholder of a field', '<input placeholder="Search" />'],
  ['the label of a control', '<TextField label="Name" />'],
])('textInMarkup reports %s', (_name, markup) => {
  const found = textInMarkup([{ path: 'src/ui/a.tsx', text: `\nconst a = ${markup}` }])
  expect(found).toEqual([expect.stringContaining('src/ui/a.tsx:2 Says')])
})

test.each([
  ['translated text', `<p title={t('a')}>{t('b')} {name}</p>`],
  ['signs', '<p>· {count} / {`${count} %`}</p>'],
  ['attributes that are not read', '<p className="text-sm" id="main" dir="ltr">{isOpen === true && <b />}</p>'],
])('textInMarkup accepts %s', (_name, markup) => {
  expect(textInMarkup([{ path: 'src/ui/a.tsx', text: `const a = ${markup}` }])).toEqual([])
})

test('no template literal joins translated texts with punctuation', () => {
  expect(punctuationInCode(sources)).toEqual([])
})

test.each([
  ['a colon after a text', "`${t('name')}: ${name}`"],
  ['a text in brackets', "`${name} (${t('role')})`"],
  ['a colon after a call with the translator', '`${fieldLabel(t, field)}: ${problem}`'],
])('punctuationInCode reports %s', (_name, template) => {
  const found = punctuationInCode([{ path: 'src/features/a/a.server.ts', text: `const a = ${template}` }])
  expect(found).toEqual([expect.stringContaining('src/features/a/a.server.ts:1 Joins texts')])
})

test('punctuationInCode reports punctuation before a value in markup, but not in an attribute', () => {
  const found = (text: string) => punctuationInCode([{ path: 'src/features/a/a.tsx', text }])
  expect(found('const a = <p>{`, ${before}`}</p>')).toEqual([expect.stringContaining('Joins texts by ", …"')])
  expect(found('const a = <p style={`margin: ${size}`} />')).toEqual([])
})

test('punctuationInCode accepts spaces and middle dots between texts, and punctuation between other values', () => {
  const text = "const a = [`${t('a')} · ${t('b')}`, `${host}: ${port}`]"
  expect(punctuationInCode([{ path: 'src/features/a/a.ts', text }])).toEqual([])
})
