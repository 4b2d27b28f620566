import path from 'node:path'
import { expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { changeLine, insertBeside } from './edit.ts'
import { namesFor } from './names.ts'
import { planFeature } from './plan.ts'
import { SHARED_FILES } from './shared-files.ts'
import { featureTexts } from './texts.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const { made, changed } = planFeature(ROOT, namesFor('case-studies'))
const keysOf = (text: string | undefined) => [...(text ?? '').matchAll(/^ *"(\w+)": /gm)].map(([, key]) => key)

test('a feature has all its layers, a journey, and texts in every language', () => {
  const feature = 'src/features/case-studies'
  expect([...made.keys()]).toEqual(
    expect.arrayContaining([
      'src/db/tables/case-studies.ts',
      `${feature}/case-studies.schema.ts`,
      `${feature}/case-studies.server.ts`,
      `${feature}/case-studies.server.test.ts`,
      `${feature}/case-studies.functions.ts`,
      `${feature}/case-studies.queries.ts`,
      `${feature}/case-studies.mutations.ts`,
      `${feature}/pages/case-studies-page.tsx`,
      `${feature}/pages/case-study-page.tsx`,
      `${feature}/components/case-study-form.tsx`,
      'src/routes/app/case-studies/index.tsx',
      'src/routes/manager/case-studies/$id.tsx',
      'e2e/case-studies.e2e.ts',
      ...appConfig.languages.map((language) => `locales/${language}/caseStudies.json`),
    ]),
  )
})

test('no migration is copied: drizzle-kit makes one from the tables', () => {
  expect([...made.keys()].filter((file) => file.startsWith('src/db/migrations/'))).toEqual([])
})

test('nothing in it is about repositories any more, in no language', () => {
  for (const [file, text] of made) {
    const word = file.startsWith('locales/') ? /.*(repositor|dépôt|مستودع|hazina).*/i : /.*repositor.*/i
    expect([file, word.exec(text)?.[0]]).toEqual([file, undefined])
  }
})

test("its table makes the text that is searched, and the template's migrations are left alone", () => {
  expect(made.get('src/db/tables/case-studies.ts')).toContain(
    "sql`folded(${caseStudy.name} || ' ' || ${caseStudy.link} || ' ' || coalesce(${caseStudy.description}, ''))`",
  )
  expect([...made.keys()].filter((file) => file.endsWith('.sql'))).toEqual([])
})

test('its texts have the keys of the template, and its name', () => {
  const english = keysOf(made.get('locales/en/caseStudies.json'))
  for (const language of appConfig.languages) {
    const text = made.get(`locales/${language}/caseStudies.json`)
    expect(new Set(keysOf(text).map(withoutForm))).toEqual(new Set(english.map(withoutForm)))
    expect(text).toContain('Case studies')
    expect(changed.get(`locales/${language}/common.json`)).toMatch(/"caseStudies": ".*Case studies.*"/)
    expect(changed.get(`locales/${language}/history.json`)?.match(/"case-study-\w+": ".+"/g)).toHaveLength(4)
  }
})

test.each(SHARED_FILES)('$file learns of it, and keeps what it had', ({ file }) => {
  expect(changed.get(file)).toMatch(/case.?stud/i)
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
  const shared = planFeature(ROOT, namesFor('case-studies'), 'everybody')
  expect([...made.keys()].filter((file) => !shared.made.has(file))).toEqual([
    'e2e/case-studies-of-others.e2e.ts',
    'src/features/case-studies/components/use-case-studies-room.ts',
  ])
  for (const [file, text] of shared.made)
    expect([file, /organizationId|AskedOwner|[sS]coped|owned rows/.exec(text)?.[0]]).toEqual([file, undefined])
  const mayInOrganizations = (text: string | undefined) => text?.match(/^ +'?caseStudy(?:'|:).*/gm)
  expect(mayInOrganizations(shared.changed.get('src/auth/permissions.ts'))).toHaveLength(3)
  expect(mayInOrganizations(changed.get('src/auth/permissions.ts'))).toHaveLength(5)
  expect(shared.changed.get('src/db/table-owners.ts')).toContain("caseStudy: 'everybody'")
  expect(changed.get('src/db/table-owners.ts')).toContain("caseStudy: 'organization'")
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
