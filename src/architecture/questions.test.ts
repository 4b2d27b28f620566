import { expect, test } from 'vitest'
import { textsIn } from './locales.ts'
import { buttonsWithEqualText, ambiguousButtons, ambiguousConfirmations } from './questions.ts'
import { readSources, sources } from './source.ts'

const texts = textsIn(readSources('locales', ['.json']))

test('every confirmation has buttons with different first words in every language, and a summary of several words', () => {
  expect(ambiguousConfirmations(sources, texts)).toEqual([])
})

test('no button begins with the same word as the cancel button next to it', () => {
  expect(ambiguousButtons(sources, texts)).toEqual([])
})

test('no two buttons next to each other have the same text in any language', () => {
  expect(buttonsWithEqualText(sources, texts)).toEqual([])
})

const SAMPLE = textsIn(
  Object.entries({
    en: {
      cancel: 'Cancel',
      keepIt: 'Keep it',
      confirm: 'Confirm',
      undo: 'Undo',
      save: 'Save',
      what: 'Undo the import',
    },
    fr: { cancel: 'Annuler', keepIt: 'Ne rien changer', confirm: 'Oui', undo: 'Annuler', save: 'Oui', what: 'Annuler' },
  }).map(([language, values]) => ({ path: `locales/${language}/common.json`, text: JSON.stringify(values) })),
)
const inPage = (markup: string) => [
  { path: 'src/features/a/a.tsx', text: `function A() { const { t } = useTranslation(); return ${markup} }` },
]

test.each([
  [
    'with equal buttons in one language',
    `<Confirm summary={t('save')} action={t('undo')} />`,
    '"Annuler" and "Annuler"',
  ],
  [
    'with a summary of one word',
    `<Confirm isCancellation summary={t('what')} action={t('undo')} />`,
    'what is one word in fr',
  ],
  ['behind a button', `<ConfirmButton summary={t('save')} action={t('undo')} />`, '"Annuler" and "Annuler"'],
  ['with a cancelling action', `<Confirm summary={t('what')} action={t('undo')} />`, 'use the button "Keep it"'],
  ['without a summary', `<Confirm action={t('save')} />`, 'Write the summary'],
  ['with a computed action', `<ConfirmForm summary={t('what')} action={action} />`, 'Write the summary'],
  [
    'with equal buttons in one case',
    `<Confirm summary={t('what')} action={is ? t('save') : t('undo')} />`,
    '"Annuler" and',
  ],
])('ambiguousConfirmations reports a confirmation %s', (_name, markup, words) => {
  expect(ambiguousConfirmations(inPage(markup), SAMPLE).join('\n')).toContain(words)
})

test('ambiguousButtons reports two buttons of a form that begin with the same word', () => {
  const form = (label: string) => inPage(`<p><Button>{t('cancel')}</Button><Button isBusy>{t('${label}')}</Button></p>`)
  expect(ambiguousButtons(form('undo'), SAMPLE)).toEqual([expect.stringContaining('In fr its buttons are "Annuler"')])
  expect(ambiguousButtons(form('save'), SAMPLE)).toEqual([])
  const end = (label: string) => inPage(`<FormEnd submitLabel={t('${label}')} />`)
  expect(ambiguousButtons(end('undo'), SAMPLE)).toEqual([expect.stringContaining('In fr its buttons are "Annuler"')])
  expect(ambiguousButtons(end('save'), SAMPLE)).toEqual([])
})

test('buttonsWithEqualText reports two buttons with the same text in some language, even without a cancel button', () => {
  const bar = (one: string, other: string) =>
    inPage(`<p><Button>{t('${one}')}</Button><Button>{t('${other}')}</Button></p>`)
  expect(buttonsWithEqualText(bar('confirm', 'save'), SAMPLE)).toEqual([
    expect.stringContaining('In fr its buttons are "Oui" and "Oui"'),
  ])
  expect(buttonsWithEqualText(bar('save', 'undo'), SAMPLE)).toEqual([])
  const question = `<p><Button>{t('confirm')}</Button><ConfirmButton summary={t('what')} action={t('save')} /></p>`
  expect(buttonsWithEqualText(inPage(question), SAMPLE)).toEqual([expect.stringContaining('"Oui" and "Oui"')])
})
