import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planAddition } from './add.ts'
import { readIn, type Change } from './change.ts'
import { planCompletion } from './complete.ts'
import { planRemoval } from './remove.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const TERMS = `# Terms

| en | fr | sw |
|---|---|---|
| code | code | msimbo |

| language | refused | instead |
|---|---|---|
| fr | login | connexion |
| sw | kodi | msimbo |
`

/** The folder of a small app in English, French and Swahili. */
let app = ''
beforeAll(() => {
  app = mkdtempSync(path.join(os.tmpdir(), 'latchkey-language-'))
  const write = (file: string, text: string) => {
    cpSync(path.join(ROOT, 'LICENSE'), path.join(app, file))
    writeFileSync(path.join(app, file), text)
  }
  for (const language of ['en', 'fr', 'sw'])
    write(
      `locales/${language}/home.json`,
      '{ "title": "Home", "rows_one": "{{count}} row", "rows_other": "{{count}} rows" }',
    )
  write('scripts/generate/template/locales/sw/notes.json', '{}')
  write('app.config.ts', "export const appConfig = {\n  languages: ['en', 'fr', 'sw'],\n}\n")
  write(
    'src/i18n/languages.ts',
    "export const LANGUAGE_NAMES: Record<Language, string> = {\n  en: 'English',\n  fr: 'Français',\n  sw: 'Kiswahili',\n}\n",
  )
  write('src/i18n/untranslated.json', '{ "sw": ["home:title"] }')
  write('src/i18n/same-texts.json', '{ "fr": ["Code"], "sw": ["Esc"] }')
  write('src/ui/list.css', '.list {\n  &:lang(fr) {\n    width: 1px;\n  }\n  &:lang(sw) {\n    width: 2px;\n  }\n}\n')
  write('src/ui/left.test.ts', "expect(textsOf('sw'))\n")
  write('e2e/screenshots/pages/home-light-sw-phone.png', '')
  write('e2e/screenshots/pages/home-light-fr-phone.png', '')
  for (const file of ['emails/a.tsx', 'deploy/a.yml', 'README.md', 'CHANGELOG.md']) write(file, '')
  write('docs/terms.md', TERMS)
})
afterAll(() => rmSync(app, { recursive: true, force: true }))

const json = ({ written }: Change, file: string) => JSON.parse(written.get(file) ?? '{}') as object

test('planAddition copies the English texts, and names the language in all lists', () => {
  const change = planAddition(app, 'pt-BR')
  expect(change.deleted).toEqual([])
  expect(json(change, 'locales/pt-BR/home.json')).toEqual({
    title: 'Home',
    rows_one: '{{count}} row',
    rows_many: '{{count}} rows',
    rows_other: '{{count}} rows',
  })
  expect(change.written.get('app.config.ts')).toContain("  languages: ['en', 'fr', 'sw', 'pt-BR'],\n")
  expect(change.written.get('src/i18n/languages.ts')).toContain(`  'pt-BR': "Português (Brasil)",\n}`)
  expect(json(change, 'src/i18n/untranslated.json')).toEqual({ sw: ['home:title'], 'pt-BR': ['*'] })
  expect(change.written.get('docs/terms.md')).toContain(
    '| en | fr | sw | pt-BR |\n|---|---|---|---|\n| code | code | msimbo |  |\n\n| language |',
  )
})

test('planCompletion adds the missing texts in English, keeps translations, and removes texts that English does not have', () => {
  const place = (file: string) => path.join(app, file)
  const [before, english] = [readIn(app, 'locales/sw/home.json'), readIn(app, 'locales/en/home.json')]
  expect(planCompletion(app, 'sw')).toMatchObject({ deleted: [], written: new Map() })
  writeFileSync(place('locales/sw/home.json'), '{ "rows_one": "safu moja", "old": "zamani", "week": "wiki {{a}}" }')
  writeFileSync(
    place('locales/en/home.json'),
    english.replace('{', '{ "more": { "new": "New" }, "week": "{{b}} weeks",'),
  )
  writeFileSync(place('locales/sw/gone.json'), '{}')
  const change = planCompletion(app, 'sw')
  expect(change.deleted).toEqual(['locales/sw/gone.json'])
  expect(json(change, 'locales/sw/home.json')).toEqual({
    more: { new: 'New' },
    week: '{{b}} weeks',
    title: 'Home',
    rows_one: 'safu moja',
    rows_other: '{{count}} rows',
  })
  expect(json(change, 'src/i18n/untranslated.json')).toEqual({
    sw: ['home:more.new', 'home:rows', 'home:title', 'home:week'],
  })
  expect(() => planCompletion(app, 'de')).toThrow("doesn't have de, only en, fr, sw")
  rmSync(place('locales/sw/gone.json'))
  writeFileSync(place('locales/sw/home.json'), before)
  writeFileSync(place('locales/en/home.json'), english)
})

test('planCompletion replaces copies of earlier English texts, and keeps translations that equal an earlier English text', () => {
  const place = (file: string) => path.join(app, file)
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=team', '-c', 'user.email=team@example.com', ...args], { cwd: app })
  const english = readIn(app, 'locales/en/home.json')
  const write = (texts: object) => writeFileSync(place('locales/en/home.json'), JSON.stringify(texts, null, 2))
  const rows = { rows_one: '{{count}} row', rows_other: '{{count}} rows' }
  git('init', '--quiet')
  for (const title of ['Home', 'House']) {
    write({ title, code: 'Esc', ...rows })
    git('add', '--all')
    git('commit', '--quiet', '--message', title)
  }
  // The next changes are not committed yet.
  write({ title: 'Start', code: 'Escape', rows_one: '{{count}} line', rows_other: '{{count}} lines' })
  for (const title of ['Home', 'House', 'Nyumbani']) {
    writeFileSync(place('locales/sw/home.json'), JSON.stringify({ title, code: 'Esc', ...rows }))
    expect(json(planCompletion(app, 'sw'), 'locales/sw/home.json')).toEqual(
      title === 'Nyumbani' ? {} : { title: 'Start', code: 'Esc', ...rows },
    )
  }
  writeFileSync(place('src/i18n/untranslated.json'), '{ "sw": ["*"] }')
  expect(json(planCompletion(app, 'sw'), 'locales/sw/home.json')).toEqual({
    title: 'Nyumbani',
    code: 'Esc',
    rows_one: '{{count}} line',
    rows_other: '{{count}} lines',
  })
  rmSync(place('.git'), { recursive: true })
  writeFileSync(place('src/i18n/untranslated.json'), '{ "sw": ["home:title"] }')
  for (const language of ['en', 'sw']) writeFileSync(place(`locales/${language}/home.json`), english)
})

test('planRemoval deletes the files of the language, and removes it from all lists', () => {
  const { deleted, written, next } = planRemoval(app, 'sw')
  expect(deleted.toSorted()).toEqual([
    'e2e/screenshots/pages/home-light-sw-phone.png',
    'locales/sw/home.json',
    'scripts/generate/template/locales/sw/notes.json',
  ])
  expect(Object.fromEntries(written)).toEqual({
    'app.config.ts': "export const appConfig = {\n  languages: ['en', 'fr'],\n}\n",
    'src/i18n/languages.ts':
      "export const LANGUAGE_NAMES: Record<Language, string> = {\n  en: 'English',\n  fr: 'Français',\n}\n",
    'src/i18n/untranslated.json': '{}\n',
    'src/i18n/same-texts.json': '{\n  "fr": [\n    "Code"\n  ]\n}\n',
    'src/ui/list.css': '.list {\n  &:lang(fr) {\n    width: 1px;\n  }\n}\n',
    'docs/terms.md': TERMS.replace(
      '| en | fr | sw |\n|---|---|---|\n| code | code | msimbo |',
      '| en | fr |\n|---|---|\n| code | code |',
    ).replace('| sw | kodi | msimbo |\n', ''),
  })
  expect(next.at(-1)).toMatch(/still name sw.*\n {5}src\/ui\/left\.test\.ts$/)
})

test.each([
  ['xx', /isn't a language/],
  ['pt-XX', /isn't a language/],
  ['../en', /isn't a language/],
  ['german', /isn't a language/],
  ['de-u-nu-arab', /isn't a language/],
  ['pt-br', /Use "pt-BR"/],
  ['tlh', /can't format numbers and dates/],
  ['fr', /already has fr/],
])('planAddition rejects the language code %s', (code, reason) => {
  expect(() => planAddition(app, code)).toThrow(reason)
})

test.each([
  ['en', /en can't be removed/],
  ['de', /doesn't have de, only en, fr, sw/],
])('planRemoval rejects the language code %s', (code, reason) => {
  expect(() => planRemoval(app, code)).toThrow(reason)
})

test('the error of planAddition names a file that cannot be edited', () => {
  const config = readIn(app, 'app.config.ts')
  writeFileSync(path.join(app, 'app.config.ts'), config.replace('languages', 'tongues'))
  expect(() => planAddition(app, 'de')).toThrow(/^Can't edit app\.config\.ts: .+ Nothing was written\.$/)
  writeFileSync(path.join(app, 'app.config.ts'), config)
})
