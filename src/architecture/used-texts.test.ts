import { expect, test } from 'vitest'
import { textsIn } from './locales.ts'
import { sources, readSources } from './source.ts'
import { unexpectedlyUnusedKeys, unknownKeys } from './used-texts.ts'

const texts = textsIn(readSources('locales/en', ['.json']))

/** Texts that are translated although no page uses them yet. Do not add texts. */
const AWAITED_TEXTS: string[] = []

test('every text that the code uses exists', () => {
  expect(unknownKeys(sources, texts)).toEqual([])
})

test('every text is used somewhere', () => {
  expect(unexpectedlyUnusedKeys(sources, texts, AWAITED_TEXTS)).toEqual([])
})

const SAMPLE = textsIn([
  { path: 'locales/en/common.json', text: '{ "close": "x", "nav": { "home": "x", "users": "x" } }' },
  {
    path: 'locales/en/login.json',
    text: '{ "title": "x", "wait_one": "x", "wait_other": "x", "error": { "a": { "text": "x" } } }',
  },
  { path: 'locales/en/errors.json', text: '{ "NOT_FOUND": "x" }' },
])

test.each([
  [
    'that does not exist',
    `function A() { const { t } = useTranslation('login'); return t('titel') }`,
    'login:titel is in no',
  ],
  [
    'of another namespace',
    `function A() { const { t } = useTranslation('login'); return t('close') }`,
    'login:close is in no',
  ],
  [
    'without a namespace',
    `function A() { const { t } = useTranslation(); return t('title') }`,
    'common:title is in no',
  ],
  ['with a prefix that no key has', 'const a = (t) => t(`login:errors.${kind}`)', 'login:errors.* is in no'],
  ['in one branch of a condition', `const a = (t) => t(isBusy ? 'close' : 'open')`, 'common:open is in no'],
  ['in a variable', `const a = (t, key) => t(key)`, 'cannot be read from the code'],
])('unknownKeys reports a key %s', (_name, text, words) => {
  const found = unknownKeys([{ path: 'src/ui/a.tsx', text }], SAMPLE)
  expect(found).toEqual([expect.stringMatching(/^src\/ui\/a\.tsx:1 /)])
  expect(found[0]).toContain(words)
})

const USES_ALL = {
  path: 'src/ui/a.tsx',
  text: `
    type Translate = TFunction<'login'>
    const messageOf = (t: Translate) => t('wait', { count: 1 })
    function A() { const { t } = useTranslation(['common', 'login']); return [t(\`nav.\${place}\`), t('login:title')] }
    function mail() { const t = translator.getFixedT(language, 'login'); return t(\`error.\${kind}.text\`) }
    const title = i18n.t('common:close')`,
}

const TYPED = {
  path: 'src/ui/b.tsx',
  text: `function columns(t: ReturnType<typeof useTranslation<['login', 'common']>>['t']) { return t('title') }`,
}

test('unknownKeys and unexpectedlyUnusedKeys find a key in all forms in which code can write it', () => {
  expect(unknownKeys([USES_ALL, TYPED], SAMPLE)).toEqual([])
  expect(unexpectedlyUnusedKeys([USES_ALL], SAMPLE, [])).toEqual([])
})

test('a key with returnObjects uses all texts below it', () => {
  const whole = { path: 'src/ui/c.tsx', text: `const all = (t) => t('nav', { returnObjects: true })` }
  expect(unknownKeys([whole], SAMPLE)).toEqual([])
  expect(unexpectedlyUnusedKeys([whole], SAMPLE, []).join()).not.toContain('nav.')
})

test('unexpectedlyUnusedKeys reports an unused text, unless it is in the list of awaited texts', () => {
  const page = { path: 'src/ui/a.tsx', text: USES_ALL.text.replace('common:close', 'login:title') }
  expect(unexpectedlyUnusedKeys([page], SAMPLE, [])).toEqual([
    expect.stringContaining('locales/en/common.json:1 close is not used'),
  ])
  expect(unexpectedlyUnusedKeys([page], SAMPLE, ['common:close'])).toEqual([])
})

test('unexpectedlyUnusedKeys reports an awaited text that is used or does not exist', () => {
  expect(unexpectedlyUnusedKeys([USES_ALL], SAMPLE, ['common:close', 'common:gone'])).toEqual([
    expect.stringContaining('common:close is used'),
    expect.stringContaining('common:gone is used, or does not exist'),
  ])
})
