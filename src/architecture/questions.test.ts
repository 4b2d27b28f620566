import { expect, test } from 'vitest'
import { textsIn } from './locales.ts'
import { misleadingButtons, misleadingQuestions } from './questions.ts'
import { readSources, sources } from './source.ts'

const texts = textsIn(readSources('locales', ['.json']))

test('the two buttons of no question begin with the same word in any language, and its line names act and object', () => {
  expect(misleadingQuestions(sources, texts)).toEqual([])
})

test('no other button begins with the same word as the way out beside it', () => {
  expect(misleadingButtons(sources, texts)).toEqual([])
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
  ['in one language', `<Confirm summary={t('save')} action={t('undo')} />`, '"Annuler" and "Annuler"'],
  ['of one word', `<Confirm isUndoing summary={t('what')} action={t('undo')} />`, 'what is one word in fr'],
  ['that cancels', `<Confirm summary={t('what')} action={t('undo')} />`, 'its way out is "Keep it"'],
  ['without a line', `<Confirm action={t('save')} />`, 'Write its summary'],
  ['whose button is not told', `<ConfirmForm summary={t('what')} action={action} />`, 'Write its summary'],
  ['in one of two cases', `<Confirm summary={t('what')} action={is ? t('save') : t('undo')} />`, '"Annuler" and'],
])('a question %s is refused', (_name, markup, words) => {
  expect(misleadingQuestions(inPage(markup), SAMPLE).join('\n')).toContain(words)
})

test('two buttons of a form are held to the same', () => {
  const form = (label: string) => inPage(`<p><Button>{t('cancel')}</Button><Button isBusy>{t('${label}')}</Button></p>`)
  expect(misleadingButtons(form('undo'), SAMPLE)).toEqual([expect.stringContaining('In fr its buttons are "Annuler"')])
  expect(misleadingButtons(form('save'), SAMPLE)).toEqual([])
})
