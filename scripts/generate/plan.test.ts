import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { OWNERS } from './feature.ts'
import { parseFields } from './fields.ts'
import { namesFor } from './names.ts'
import { planFeature, type FeatureRequest } from './plan.ts'
import { SHARED_FILES } from './shared-files.ts'
import { TEMPLATE_FOLDER } from './template.ts'
import { headlessDocstrings, headlessTitles, refusedInComments } from '../../src/architecture/comments.ts'
import { UNTRANSLATED } from '../../src/architecture/locales.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const EVERY_KIND = [
  'number:text',
  'amount:money',
  'due:date',
  'status:draft,sent',
  'quantity:integer',
  'weight:number',
].concat(['paid:boolean', 'customer:organization', 'issuedBy:user', 'remarks:longtext'])
const requestOf = (plural: string, more: Partial<FeatureRequest> = {}): FeatureRequest => ({
  names: namesFor(plural),
  fields: parseFields(EVERY_KIND),
  ...more,
})
const { made, changed, untranslated } = planFeature(ROOT, requestOf('sample-entries'))
const feature = 'src/features/sample-entries'
const joinedFiles = (files = made) => [...files.values()].join('\n')

test('planFeature creates all layers of a feature, an end-to-end test, and texts in every language', () => {
  expect([...made.keys()]).toEqual(
    expect.arrayContaining([
      `${feature}/sample-entries.tables.server.ts`,
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
      'src/routes/app/sample-entries/$id.tsx',
      'e2e/sample-entries/sample-entries.e2e.ts',
      ...appConfig.languages.map((language) => `locales/${language}/sampleEntries.json`),
    ]),
  )
})

test('the comments, docstrings and test titles of a generated feature pass the rules of src/architecture', () => {
  for (const owner of OWNERS) {
    const plan = planFeature(ROOT, requestOf('sample-entries', { owner }))
    const code = [...plan.made, ...plan.changed]
      .filter(([file]) => /\.(tsx?|md)$/.test(file))
      .map(([file, text]) => ({ path: file, text }))
    expect([...headlessDocstrings(code), ...refusedInComments(code), ...headlessTitles(code)]).toEqual([])
  }
})

test('Git ignores no file of a feature with the name of the folder for generated clients', () => {
  const files = [...planFeature(ROOT, requestOf('clients')).made.keys()]
  // `git check-ignore` exits with 1 if no file is ignored.
  const { status, stdout } = spawnSync('git', ['check-ignore', '--no-index', ...files], { cwd: ROOT, encoding: 'utf8' })
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
})

test('planFeature adds the purpose from the feature’s manifest to docs/features.md', () => {
  const [, purpose = 'none'] = /^\/\*\* (.+) \*\/\nexport const/m.exec(made.get(`${feature}/feature.ts`) ?? '') ?? []
  expect(changed.get('docs/features.md')).toContain(`| \`sample-entries\` | ${purpose} | `)
})

test('the files of a new feature contain neither the name nor the label field of the template’s feature', () => {
  for (const [file, text] of [...made, ...changed]) {
    const before = existsSync(path.join(ROOT, file)) ? readFileSync(path.join(ROOT, file), 'utf8') : ''
    const word = /\b(note|notes|headline)\b|[a-z](Note|Notes)\b|الملاحظات/
    const added = text.split('\n').filter((line) => !before.includes(line))
    expect([file, added.find((line) => word.test(line))]).toEqual([file, undefined])
  }
})

test.each([
  ['text', 'number: text().notNull(),'],
  ['money', "amount: bigint({ mode: 'number' }).notNull(),"],
  ['date', 'due: date().notNull(),'],
  ['choice', 'status: text({ enum: STATUSES }).notNull(),'],
  ['integer', 'quantity: integer().notNull(),'],
  ['number', 'weight: doublePrecision().notNull(),'],
  ['boolean', 'paid: boolean().notNull(),'],
  ['longtext', 'remarks: text().notNull(),'],
  ['organization', "customerId: uuid().references(() => organization.id, { onDelete: 'set null' }),"],
  ['user', "issuedById: uuid().references(() => user.id, { onDelete: 'set null' }),"],
])('planFeature generates the table column of a field of the kind %s', (_kind, column) => {
  expect(made.get(`${feature}/sample-entries.tables.server.ts`)).toContain(column)
})

test.each([
  ['text', '<TextField autoComplete="off" dir="auto" label={t(\'fields.number\')} autoFocus {...field(\'number\')} />'],
  ['money', "<MoneyField currency={sampleEntriesConfig.currency} label={t('fields.amount')} {...field('amount')} />"],
  ['date', "<DateField label={t('fields.due')} {...field('due')} />"],
  ['choice', '<SelectField options={STATUSES.map('],
  ['integer', "<NumberField isWhole label={t('fields.quantity')} {...field('quantity')} />"],
  ['number', "<NumberField label={t('fields.weight')} {...field('weight')} />"],
  ['boolean', "<Checkbox label={t('fields.paid')} {...tick('paid')} />"],
  ['longtext', "<TextareaField dir=\"auto\" label={t('fields.remarks')} {...field('remarks')} />"],
  ['organization', 'find={(wanted) => findCustomer({ data: wanted })}'],
  ['user', 'find={(wanted) => findIssuedBy({ data: wanted })}'],
])('planFeature generates the form control of a field of the kind %s', (_kind, control) => {
  expect(made.get(`${feature}/components/sample-entry-controls.tsx`)).toContain(control)
})

test('the generated table has an index for each sort order and each filter, with the owner’s column first', () => {
  const table = made.get(`${feature}/sample-entries.tables.server.ts`)
  for (const name of ['newest', 'order', 'by_status', 'by_paid'])
    expect(table).toContain(`index('sample_entry_${name}').on(table.organizationId, `)
})

test('planFeature generates no code for kinds of fields that the feature does not have', () => {
  const plain = planFeature(ROOT, requestOf('sample-entries', { fields: parseFields(['title:text']) }))
  for (const part of ['columns', 'filters', 'entries', 'values'])
    expect(plain.made.has(`${feature}/components/sample-entry-${part}.tsx`)).toBe(false)
  expect(joinedFiles(plain.made)).not.toMatch(
    /FilterChips|FieldEntries|LongTexts|useFieldColumns|matchesFilter\(|requireChoices/,
  )
  expect(Object.keys(JSON.parse(plain.made.get('locales/en/sampleEntries.json') ?? '') as object)).not.toContain(
    'answers',
  )
})

test('a field whose name the history already knows gets its label from the texts of the history', () => {
  const fields = parseFields(['name:text', 'issuedBy:user'])
  const { made, changed } = planFeature(ROOT, requestOf('sample-entries', { fields }))
  for (const language of appConfig.languages) {
    const known = JSON.parse(readFileSync(path.join(ROOT, `locales/${language}/history.json`), 'utf8')) as {
      fields: object
    }
    const texts = JSON.parse(made.get(`locales/${language}/sampleEntries.json`) ?? '') as { fields: object }
    expect(texts.fields).toEqual({ name: (known.fields as { name: string }).name, issuedBy: 'Issued by' })
    expect(changed.get(`locales/${language}/history.json`)).toContain('"issuedBy": "Issued by"')
    for (const namespace of ['history', 'audit'].filter((name) => changed.has(`locales/${language}/${name}.json`)))
      expect(changed.get(`locales/${language}/${namespace}.json`)?.match(/"sample-entry-\w+": ".+"/g)).toHaveLength(4)
    expect(changed.get(`locales/${language}/common.json`)).toMatch(/"sampleEntries": ".*Sample entries.*"/)
    expect(changed.get(`locales/${language}/audit.json`) ?? '"sample-entry": ""').toMatch(/"sample-entry": ".*"/)
    expect(made.get('src/features/sample-entries/feature.ui.ts')).toContain("auditGroup: { name: 'sample-entry',")
  }
})

test('planFeature lists texts without a translation by language, except for languages that are listed with *', () => {
  const fields = parseFields(['name:text', 'issuedBy:user'])
  const { changed, untranslated } = planFeature(ROOT, requestOf('sample-entries', { fields }))
  const named = ['sampleEntries:fields.issuedBy', 'history:fields.issuedBy']
  const listed = JSON.parse(changed.get(UNTRANSLATED) ?? '{}') as Record<string, string[]>
  for (const language of appConfig.languages.filter((one) => one !== 'en')) {
    // A language without its own template has more texts that are still English.
    const isTranslated = existsSync(path.join(ROOT, TEMPLATE_FOLDER, 'locales', language))
    const others = isTranslated ? [] : (untranslated[language] ?? []).filter((key) => !named.includes(key))
    expect(untranslated[language]?.toSorted()).toEqual([...named, ...others].toSorted())
    const isPartial = listed[language]?.includes('*') ?? false
    expect(named.filter((key) => listed[language]?.includes(key))).toEqual(isPartial ? [] : named)
  }
})

test('the first feature with tables replaces the placeholder in src/features.tables.server.ts', () => {
  const tables = SHARED_FILES.find(({ file }) => file === 'src/features.tables.server.ts')
  const reason = '// oxlint-disable-next-line unicorn/require-module-specifiers -- no feature has tables in its folder'
  const { feature } = planFeature(ROOT, requestOf('sample-entries'))
  expect(tables?.edit(`/** The tables. */\n${reason}\nexport {}\n`, feature)).toBe(
    "/** The tables. */\nexport * from './features/sample-entries/sample-entries.tables.server.ts'\n",
  )
})

test.each(SHARED_FILES)('planFeature adds the feature to $file, and keeps all other lines', ({ file }) => {
  expect(changed.get(file)).toMatch(/sample.?entr/i)
  const kept = changed
    .get(file)
    ?.split('\n')
    .filter((line) => !/sample.?entr/i.test(line))
  // The placeholder in a file without tables is the only text that is removed.
  expect(kept?.join('\n')).toBe(readFileSync(path.join(ROOT, file), 'utf8').replace(/^\/\/ .*\nexport \{\}\n/m, ''))
})

describe.each(OWNERS)('rows with the owner %s', (owner) => {
  const plan = planFeature(ROOT, requestOf('sample-entries', { owner, fields: parseFields(['title:text']) }))

  test('the generated feature declares the owner, and gets tests of access by others unless all users own its rows', () => {
    expect(plan.made.get(`${feature}/feature.ts`)).toContain(`owner: '${owner}'`)
    expect(plan.made.has('e2e/sample-entries/sample-entries-of-others.e2e.ts')).toBe(owner !== 'everybody')
    expect(plan.made.has(`${feature}/sample-entries-of-others.server.test.ts`)).toBe(owner !== 'everybody')
  })

  test('the generated code mentions organizations only if an organization owns the rows', () => {
    expect(/organization|Scoped/i.test(joinedFiles(plan.made))).toBe(owner === 'organization')
  })
})

test.each(['invitations', 'user-stories', 'accounts', 'sessions', 'features', 'jobs', 'contexts'])(
  'planFeature rejects the name "%s", which the app already uses',
  (plural) => {
    expect(() => planFeature(ROOT, requestOf(plural))).toThrow(
      /^"[\w-]+" (is taken|isn't a valid name).+ Nothing was written\.$/,
    )
  },
)

test('planFeature rejects a field that has the same name as the rows', () => {
  const told = 'The field "invoice" has the same name as the rows'
  expect(() =>
    planFeature(ROOT, requestOf('invoices', { fields: parseFields(['title:text', 'invoice:text']) })),
  ).toThrow(told)
})

describe('an app without some features', () => {
  let app = ''
  beforeAll(() => {
    app = mkdtempSync(path.join(os.tmpdir(), 'latchkey-plan-'))
    for (const part of ['src', 'locales', 'e2e/support', 'docs/features.md', TEMPLATE_FOLDER])
      cpSync(path.join(ROOT, part), path.join(app, part), { recursive: true })
  })
  afterAll(() => rmSync(app, { recursive: true, force: true }))

  const remove = (file: string) => rmSync(path.join(app, file), { recursive: true, force: true })
  const fields = parseFields(['title:text', 'status:draft,sent'])

  test('planFeature plans the same files after the sample feature and optional features were removed', () => {
    for (const gone of ['src/features/repositories', 'src/features/webhooks']) remove(gone)
    for (const language of appConfig.languages) remove(`locales/${language}/audit.json`)
    const plan = planFeature(app, requestOf('sample-entries'))
    expect([...plan.made.keys()]).toEqual([...made.keys()])
    expect([...plan.changed.keys()].filter((file) => file.endsWith('/audit.json'))).toEqual([])
  })

  test('a language without a template gets English texts, and all of them are listed as untranslated', () => {
    for (const name of ['common', 'history'])
      cpSync(path.join(app, `locales/en/${name}.json`), path.join(app, `locales/de/${name}.json`))
    const plan = planFeature(app, requestOf('sample-entries', { fields }), ['en', 'de'])
    expect(plan.made.get('locales/de/sampleEntries.json')).toBe(plan.made.get('locales/en/sampleEntries.json'))
    expect(plan.untranslated.de).toEqual(expect.arrayContaining(['common:nav.sampleEntries', 'sampleEntries:title']))
    expect(plan.made.has('locales/fr/sampleEntries.json')).toBe(false)
  })

  test('without organizations a row belongs to the user who added it, and the owner "organization" is rejected', () => {
    const tables = path.join(app, 'src/db/tables/organizations.ts')
    writeFileSync(
      tables,
      readFileSync(tables, 'utf8').replace('export const organization = pgTable', 'const gone = pgTable'),
    )
    expect(planFeature(app, requestOf('sample-entries', { fields })).feature.owner).toBe('user')
    const told = /^This app has no organizations\. .+ Nothing was written\.$/
    expect(() => planFeature(app, requestOf('sample-entries', { fields, owner: 'organization' }))).toThrow(told)
    expect(() => planFeature(app, requestOf('sample-entries'))).toThrow(told)
  })

  test('planFeature throws an error that names the missing shared file or template', () => {
    remove('src/features.ui.ts')
    const plain = requestOf('sample-entries', { fields })
    expect(() => planFeature(app, plain)).toThrow(/^Can't read src\/features\.ui\.ts, .+ Nothing was written\.$/)
    remove(TEMPLATE_FOLDER)
    expect(() => planFeature(app, plain)).toThrow(/template is missing, .+ Nothing was written\.$/)
  })
})

test('planFeature lists untranslated texts for every language except English', () => {
  expect(new Set(Object.keys(untranslated))).toEqual(new Set(appConfig.languages.filter((one) => one !== 'en')))
})
