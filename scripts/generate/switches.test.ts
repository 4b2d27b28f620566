import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { appConfig } from '#app.config'
import { headlessDocstrings, headlessTitles, refusedInComments } from '../../src/architecture/comments.ts'
import { undocumentedExports } from '../../src/architecture/docstrings.ts'
import { forbiddenImports } from '../../src/architecture/import-rules.ts'
import { OWNERS, SWITCHES, type Owner, type Switch } from './feature.ts'
import { parseFields } from './fields.ts'
import { namesFor } from './names.ts'
import { planFeature } from './plan.ts'
import { refuseSwitches, sharedFilesOf, availableSwitches } from './switches.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const FOLDER = 'src/features/sample-entries'
const FIELDS = ['title:text', 'remark:text?', 'status:draft,sent', 'paid:boolean', 'due:date?', 'owner:user']
const ALLOWED = availableSwitches(ROOT)
const has = (one: Switch) => ALLOWED.includes(one)
/** The parts that a feature with this owner can have. */
const partsFor = (owner: Owner) => ALLOWED.filter((one) => one !== 'webhooks' || owner !== 'user')
const planFor = (owner: Owner, switches = partsFor(owner), fields = FIELDS) =>
  planFeature(ROOT, { names: namesFor('sample-entries'), owner, switches, fields: parseFields(fields) })
const without = planFor('everybody', [])

describe.each(OWNERS)('rows with the owner %s', (owner) => {
  const { made, changed } = planFor(owner)
  const operations = made.get(`${FOLDER}/sample-entries.api.server.ts`) ?? ''

  test.runIf(has('api'))('--api generates five operations, their permissions for keys, and a test over HTTP', () => {
    for (const id of [
      'listSampleEntries',
      'createSampleEntry',
      'getSampleEntry',
      'updateSampleEntry',
      'deleteSampleEntry',
    ])
      expect(operations).toContain(`id: '${id}'`)
    expect(made.get(`${FOLDER}/feature.ts`)).toContain("sampleEntries: ['sampleEntry:read', 'sampleEntry:create',")
    expect(made.has('e2e/sample-entries/sample-entries.api.http.e2e.ts')).toBe(true)
    expect(operations.includes('ownerScopeForAdministrator')).toBe(owner === 'organization')
    expect(operations.includes('viewer: context.actor')).toBe(owner === 'user')
  })

  test.runIf(has('csv'))('--csv generates the export of the list, its link, and a test over HTTP', () => {
    const exported = made.get(`${FOLDER}/sample-entries.export.server.ts`) ?? ''
    expect(exported).toContain("action: 'sample-entry-list-exported'")
    expect(exported).toContain("paid: (row) => (row.paid ? 'yes' : 'no'),")
    expect(exported.includes('isOwned: true')).toBe(owner === 'organization')
    expect(made.get(`${FOLDER}/feature.ts`)).toContain("parameters: ['searchTerm', 'status', 'paid', 'sort']")
    expect(made.get('src/routes/app/sample-entries/index.tsx')).toContain("exportPath: '/app/sample-entries/export'")
    expect(made.has('e2e/sample-entries/sample-entries.export.http.e2e.ts')).toBe(true)
    expect(changed.get('src/slots/export.server.ts')).toContain('sampleEntriesExport]')
  })

  test.runIf(has('webhooks') && owner !== 'user')('--webhooks declares four events, and generates their test', () => {
    expect(made.get(`${FOLDER}/feature.ts`)).toContain(
      "sentEvents: ['sample-entry.created', 'sample-entry.updated', 'sample-entry.deleted', 'sample-entry.restored'],",
    )
    const told = made.get(`${FOLDER}/sample-entries.webhooks.server.test.ts`) ?? ''
    expect(told).toContain("title: 'changed'")
    expect(told.includes('includes private rows')).toBe(owner === 'organization')
    expect(made.get(`${FOLDER}/sample-entries.server.ts`)?.includes('ownerId:')).toBe(owner === 'organization')
  })

  test('the comments, docstrings, imports and test titles of all parts pass the rules of src/architecture', () => {
    const code = [...made, ...changed]
      .filter(([file]) => /\.(tsx?|md)$/.test(file))
      .map(([file, text]) => ({ path: file, text }))
    expect([...headlessDocstrings(code), ...refusedInComments(code), ...headlessTitles(code)]).toEqual([])
    const sources = code.filter(({ path }) => /^src\/.*\.tsx?$/.test(path))
    expect([...undocumentedExports(sources), ...forbiddenImports(sources)]).toEqual([])
  })
})

const SWITCH_TEXTS = {
  api: /"sampleEntry:read": ".*ample entries.*"/,
  csv: /"sample-entry-list-exported": ".*ample entries.*"/,
  webhooks: /"events": \{\s*"sample-entry-created": ".*ample entr.*"/,
}

test.each(ALLOWED)('the texts of --%s exist in every language, with the name of the list', (one) => {
  const { changed } = planFor('everybody')
  for (const language of appConfig.languages)
    expect(changed.get(`locales/${language}/history.json`)).toMatch(SWITCH_TEXTS[one])
})

test('a feature without parts has none of their files and lines', () => {
  expect([...without.made.keys()].filter((file) => /\.(api|export|webhooks)\./.test(file))).toEqual([])
  expect(without.made.get(`${FOLDER}/feature.ts`)).not.toMatch(/forPrograms|lists:|sentEvents/)
  expect(without.made.get(`${FOLDER}/sample-entries.server.ts`)).not.toContain('limit?: number')
  for (const { file } of sharedFilesOf({ switches: SWITCHES })) expect(without.changed.has(file)).toBe(false)
})

test.each(sharedFilesOf({ switches: ALLOWED }))(
  'planFeature adds the part to $file, and keeps all other lines',
  ({ file }) => {
    // A list in one line gets one more element.
    const text = planFor('organization')
      .changed.get(file)
      ?.replace(/, sampleEntriesExport(?=\]$)/m, '')
    const lines = text?.split('\n') ?? []
    const isNew = (line: string) => /sample.?entr/i.test(line)
    expect(lines.some(isNew)).toBe(true)
    expect(lines.filter((line) => !isNew(line)).join('\n')).toBe(readFileSync(path.join(ROOT, file), 'utf8'))
  },
)

test('a list without filters has the same parts', () => {
  for (const owner of OWNERS) expect(() => planFor(owner, partsFor(owner), ['title:text'])).not.toThrow()
})

test.each(SWITCHES)('--%s is refused by an app without the feature that it needs', (one) => {
  const told = /^--\w+ adds .+, but this app has no feature [\w-]+\. Leave out --\w+\. Nothing was written\.$/
  expect(() => refuseSwitches('/no/app', { ...without.feature, switches: [one] })).toThrow(told)
})

test.runIf(has('api'))('--api is refused for a name whose schema the API already has', () => {
  const bans = { ...without.feature, names: namesFor('bans'), switches: ['api'] as const }
  expect(() => refuseSwitches(ROOT, bans)).toThrow('"bans" isn\'t a valid name with --api, because the API already has')
  expect(() => refuseSwitches(ROOT, { ...bans, switches: [] })).not.toThrow()
})

test.runIf(has('webhooks'))('--webhooks is refused for rows that only their user can see', () => {
  const mine = { ...without.feature, owner: 'user', switches: ['webhooks'] } as const
  expect(() => refuseSwitches(ROOT, mine)).toThrow(/^--webhooks .+ Leave out --webhooks, .+ Nothing was written\.$/)
  expect(() => refuseSwitches(ROOT, { ...mine, owner: 'everybody' })).not.toThrow()
})
