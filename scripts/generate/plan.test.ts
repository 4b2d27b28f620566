import path from 'node:path'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { changeLine, insertBeside } from './edit.ts'
import { namesFor } from './names.ts'
import { planFeature } from './plan.ts'
import { SHARED_FILES } from './shared-files.ts'
import { featureTexts } from './texts.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const { made, changed } = planFeature(ROOT, namesFor('sample-entries'))
const keysOf = (text: string | undefined) => [...(text ?? '').matchAll(/^ *"(\w+)": /gm)].map(([, key]) => key)

test('a feature has all its layers, a journey, and texts in every language', () => {
  const feature = 'src/features/sample-entries'
  expect([...made.keys()]).toEqual(
    expect.arrayContaining([
      'src/db/tables/sample-entries.ts',
      `${feature}/sample-entries.schema.ts`,
      `${feature}/sample-entries.server.ts`,
      `${feature}/sample-entries.server.test.ts`,
      `${feature}/sample-entries.functions.ts`,
      `${feature}/sample-entries.queries.ts`,
      `${feature}/sample-entries.mutations.ts`,
      `${feature}/pages/sample-entries-page.tsx`,
      `${feature}/pages/sample-entry-page.tsx`,
      `${feature}/components/sample-entry-form.tsx`,
      'src/routes/app/sample-entries/index.tsx',
      'src/routes/manager/sample-entries/$id.tsx',
      'e2e/sample-entries/sample-entries.e2e.ts',
      ...appConfig.languages.map((language) => `locales/${language}/sampleEntries.json`),
    ]),
  )
})

test('no migration is copied: drizzle-kit makes one from the tables', () => {
  expect([...made.keys()].filter((file) => file.startsWith('src/db/migrations/'))).toEqual([])
})

test('nothing in it is of what features add to repositories alone', () => {
  for (const [file, text] of made) expect([file, /.*(\bMarks|#slots\/).*/.exec(text)?.[0]]).toEqual([file, undefined])
})

test('nothing in it is about repositories any more, in no language', () => {
  for (const [file, text] of made) {
    const word = file.startsWith('locales/') ? /.*(repositor|dépôt|مستودع|hazina).*/i : /.*repositor.*/i
    expect([file, word.exec(text)?.[0]]).toEqual([file, undefined])
  }
})

test("its table makes the text that is searched, and the template's migrations are left alone", () => {
  expect(made.get('src/db/tables/sample-entries.ts')).toContain(
    "sql`folded(${sampleEntry.name} || ' ' || ${sampleEntry.link} || ' ' || coalesce(${sampleEntry.description}, ''))`",
  )
  const statistics = made.get('src/features/sample-entries/sample-entries.sql') ?? ''
  expect(statistics.replaceAll(/^--.*\n/gm, '').trim()).toBe(
    'alter table sample_entry alter column search_text set statistics 1000;',
  )
})

test('its texts have the keys of the template, and its name', () => {
  const english = keysOf(made.get('locales/en/sampleEntries.json'))
  for (const language of appConfig.languages) {
    const text = made.get(`locales/${language}/sampleEntries.json`)
    expect(new Set(keysOf(text).map(withoutForm))).toEqual(new Set(english.map(withoutForm)))
    expect(text).toContain('Sample entries')
    expect(changed.get(`locales/${language}/common.json`)).toMatch(/"sampleEntries": ".*Sample entries.*"/)
    expect(changed.get(`locales/${language}/history.json`)?.match(/"sample-entry-\w+": ".+"/g)).toHaveLength(4)
  }
})

test.each(SHARED_FILES)('$file learns of it, and keeps what it had', ({ file }) => {
  expect(changed.get(file)).toMatch(/sample.?entr/i)
  expect(changed.get(file)).toMatch(/repositor/)
})

test.each(['repositories', 'accounts', 'sessions', 'teams', 'links', 'pages'])('"%s" is taken', (plural) => {
  expect(() => planFeature(ROOT, namesFor(plural))).toThrow(
    /^"\w+" (is taken|cannot be the name).+ Nothing was written\.$/,
  )
})

test('where the template is gone, or a language has no texts for it, that is said', () => {
  expect(() => planFeature(import.meta.dirname, namesFor('bookmarks'))).toThrow(
    /^src\/db\/tables\/repositories\.ts is gone: .+ Nothing was written\.$/,
  )
  const texts = { file: 'locales/de/repositories.json', text: '{}' }
  expect(() => featureTexts('de', texts, namesFor('bookmarks'))).toThrow(
    /^scripts\/generate\/texts\/de\.json is missing: .+ Nothing was written\.$/,
  )
})

test('rows that are everybody’s have no owner anywhere, and no test about the rows of others', () => {
  const shared = planFeature(ROOT, namesFor('sample-entries'), 'everybody')
  expect([...made.keys()].filter((file) => !shared.made.has(file))).toEqual([
    'e2e/sample-entries/sample-entries-of-others.e2e.ts',
    'src/features/sample-entries/components/use-sample-entries-room.ts',
  ])
  for (const [file, text] of shared.made)
    expect([file, /organizationId|AskedOwner|[sS]coped|owned rows/.exec(text)?.[0]]).toEqual([file, undefined])
  const feature = 'src/features/sample-entries/feature.ts'
  expect(shared.made.get(feature)).not.toContain('permissionsInOrganizations')
  expect(made.get(feature)).toContain('permissionsInOrganizations')
  expect(shared.made.get(feature)).toContain("owner: 'everybody'")
  expect(made.get(feature)).toContain("owner: 'organization'")
})

test('a place that is not there as often as it should be is told, with its file', () => {
  const file = { file: 'src/list.ts', text: 'one\ntwo\none' }
  const more = () => 'more'
  expect(() => insertBeside(file, { line: /one/ }, 'below', more)).toThrow(
    'src/list.ts is not as the generator knows it',
  )
  expect(() => insertBeside(file, { line: /three/ }, 'below', more)).toThrow('is there 0 time(s)')
  expect(() => insertBeside(file, { line: /two/, to: /never/ }, 'below', more)).toThrow('src/list.ts')
  expect(() => changeLine(file, /one/, more)).toThrow('is there 2 time(s)')
  expect(insertBeside(file, { line: /one/, times: 2 }, 'below', more)).toBe('one\nmore\ntwo\none\nmore')
})

function withoutForm(key: string | undefined) {
  return key?.replace(/_(zero|one|two|few|many|other)$/, '')
}
