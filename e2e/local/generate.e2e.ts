import { randomInt } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyCheckout, type CopyOfCheckout } from '../support/copy-of-checkout.ts'
import { isFullRun } from '../support/speed.ts'
import type { Switch } from '../../scripts/generate/feature.ts'
import { availableSwitches } from '../../scripts/generate/switches.ts'

/** A field of each kind that can be optional. Some tests add `?` to make these fields optional. */
const KINDS = [
  'remark:text',
  'price:money',
  'endsOn:date',
  'priority:low,high',
  'count:integer',
  'ratio:number',
].concat(['partner:organization', 'contact:user', 'about:longtext'])
/** The parts whose features the app has. */
const SWITCHES = availableSwitches(path.resolve(import.meta.dirname, '../..'))
/** The end-to-end tests of parts, by the names of their files. The other parts have unit tests. */
const FILES: Partial<Record<Switch, string>> = { api: 'api', csv: 'export' }
/** Returns the parts that a feature with this owner can have. */
const partsFor = (owner: string) => SWITCHES.filter((one) => one !== 'webhooks' || owner !== 'user')
const flagsFor = (owner: string) => partsFor(owner).map((one) => `--${one}`)
const FIELDS = ['code:text', 'isGift:boolean', ...KINDS]
/** Names of the generated features. Their dashes and irregular plurals expose a generator that derives a wrong case or plural. */
const ORGANIZATIONS_FEATURE = 'case-studies'
const USERS_FEATURE = 'daily-entries'
const EVERYBODYS_FEATURE = 'bus-stops'
const RANDOM_FEATURE = 'sample-boxes'
const FEATURES: [name: string, owner: string, fields: string[]][] = [
  [ORGANIZATIONS_FEATURE, 'organization', [...FIELDS, ...flagsFor('organization')]],
  [USERS_FEATURE, 'user', ['code:text', 'isGift:boolean', ...KINDS.map((field) => `${field}?`), ...flagsFor('user')]],
  [EVERYBODYS_FEATURE, 'everybody', [...FIELDS, ...flagsFor('everybody')]],
]
/** The jobs, emails and settings to generate: in features with and without a server part, and in no feature. */
const PARTS = [
  ['job', 'send-reminders', '--feature', ORGANIZATIONS_FEATURE, '--cron', '0 7 * * *'],
  ['job', 'count-rows', '--feature', 'home'],
  ['mail', 'payment-due', '--feature', USERS_FEATURE],
  ['setting', 'CASE_PREFIX', '--feature', ORGANIZATIONS_FEATURE, '--default', 'CASE-'],
  ['setting', 'CASE_COUNT', '--feature', ORGANIZATIONS_FEATURE],
  ['setting', 'SAMPLE_KEY', '--secret'],
]
const FEATURE_NAMES = [ORGANIZATIONS_FEATURE, USERS_FEATURE, EVERYBODYS_FEATURE, RANDOM_FEATURE]
const CHECKED_FOLDERS = [
  ...FEATURE_NAMES.map((name) => `src/features/${name}`),
  'src/architecture',
  'src/env',
  'src/features/api-keys',
  'src/features/home',
  ...(SWITCHES.includes('webhooks') ? ['src/features/webhooks'] : []),
  'src/mail',
  'src/auth/permissions.test.ts',
  'src/features/account',
  'src/queue/purge.server.test.ts',
  'scripts/remove/list.test.ts',
  'scripts/create/baseline.test.ts',
]
const ISOLATION_TESTS = [
  `e2e/${ORGANIZATIONS_FEATURE}/${ORGANIZATIONS_FEATURE}-of-others.e2e.ts`,
  `e2e/${USERS_FEATURE}/${USERS_FEATURE}-of-others.e2e.ts`,
]
const END_TO_END_TESTS = [
  ...FEATURE_NAMES.map((name) => `e2e/${name}/${name}.e2e.ts`),
  ...FEATURES.flatMap(([name]) =>
    SWITCHES.flatMap((one) => (FILES[one] ? [`e2e/${name}/${name}.${FILES[one]}.http.e2e.ts`] : [])),
  ),
  ...ISOLATION_TESTS,
  'e2e/server/functions.e2e.ts',
  'e2e/pages/every-page.e2e.ts',
]
/**
 * Matches the titles of the tests to run: tests of the generated features (journeys, access, accessibility), and the tests
 * that find missing functions and pages.
 */
const END_TO_END_TITLES = 'case.?stud.*|daily.?entr.*|bus.?stop.*|sample.?box.*|has a row|every route'
const FUNCTION_NAMES = ['list%', 'get#Count', 'get#', 'update#', 'delete#', 'restore#']
const callsOf = (one: string, many: string) => FUNCTION_NAMES.map((name) => name.replace('#', one).replace('%', many))
/** The tests that must fail if the generated rules no longer limit callers to the rows that they can access. */
const TITLES_FAILING_WITHOUT_SCOPE = [
  ...callsOf('CaseStudy', 'CaseStudies').map((name) => `cannot read or change case studies by case-studies.${name}`),
  ...callsOf('DailyEntry', 'DailyEntries').map(
    (name) => `cannot read or change daily entries by daily-entries.${name}`,
  ),
  'no page shows a case study to members of another organization',
  'no page shows a daily entry to another user',
]
let copy: CopyOfCheckout

test.describe.configure({ timeout: 900_000 })
test.skip(!isFullRun, 'part of npm run test:all')
test.beforeAll(() => {
  copy = copyCheckout('generate')
})
test.afterAll(() => copy.remove())

for (const [args, told] of [
  [[], 'NAME is the plural'],
  [['feature'], 'NAME is the plural'],
  [['page', 'bookmarks'], 'NAME is the plural'],
  [['feature', 'Book Marks'], "isn't a valid name"],
  [['feature', 'bookmark'], "isn't a plural"],
  [['feature', 'news'], '--singular'],
  [['feature', 'orders'], 'is a reserved word of JavaScript or SQL'],
  [['feature', 'repositories'], 'is taken'],
  [['feature', 'bookmarks', '--owner', 'nobody'], 'NAME is the plural'],
  [['feature', 'bookmarks', 'amount'], "isn't a field"],
  [['feature', 'bookmarks', 'amount:dollars'], "isn't a type of field"],
  [['feature', 'bookmarks', 'name:text', 'attachment:file'], "because the app doesn't store files"],
  ...(SWITCHES.includes('api') ? [[['feature', 'bans', '--api'], 'the API already has a schema "Ban"'] as const] : []),
  ...(SWITCHES.includes('webhooks')
    ? [[['feature', 'bookmarks', '--owner', 'user', '--webhooks'], 'Leave out --webhooks, or choose'] as const]
    : []),
  [['feature', 'bookmarks', 'amount:money'], 'None of these fields can name a row'],
  [['feature', 'bookmarks', 'bookmark:text'], 'has the same name as the rows'],
  [['feature', 'bookmarks', '--cron', '0 7 * * *'], 'A feature has no option --cron'],
  [['job', 'count-rows', '--feature', 'core', '--cron', '0 25 * * *'], "isn't a cron expression"],
  [['job', 'count-rows', '--cron', '0 7 * * *'], 'The feature is missing'],
  [['mail', 'new-device', '--feature', 'core'], 'already has an email of this name'],
  [['setting', 'PORT'], '.env.example already has it'],
  [['setting', 'INVOICE_KEY', '--secret', '--default', 'x'], "can't be a secret with a default"],
] as const)
  test(`"generate ${args.join(' ')}" is refused, and nothing is written`, async () => {
    await expect(run('node', 'scripts/generate.ts', ...args)).rejects.toThrow(told)
    expect(copy.git('diff', '--name-only')).toBe('')
    expect(copy.git('ls-files', '--others', '--exclude-standard')).toBe('')
  })

test('generated features pass all checks and their end-to-end tests without manual changes', async () => {
  for (const [name, owner, fields] of FEATURES) {
    const { output } = await run('node', 'scripts/generate.ts', 'feature', name, ...fields, '--owner', owner)
    expect(output).toContain(`src/features/${name}/${name}.server.ts`)
    const [, migration = ''] = /(src\/db\/migrations\/\d+_\w+\.sql)/.exec(output) ?? []
    expect(readFileSync(path.join(copy.folder, migration), 'utf8')).toMatch(/CREATE TABLE [^]+set statistics 1000;/)
  }
  await run('node', 'scripts/generate.ts', 'feature', RANDOM_FEATURE, ...randomFeature())
  for (const part of PARTS) await run('node', 'scripts/generate.ts', ...part)
  await Promise.all([check(), build()])
  const { output: told } = await runEndToEnd(...END_TO_END_TESTS, '-g', END_TO_END_TITLES)
  expect(Number(/(\d+) passed/.exec(told)?.[1])).toBeGreaterThan(SWITCHES.length > 1 ? 250 : 200)
})

test('without the scope in generated rules, exactly the tests of access to other owners’ rows fail', async () => {
  const rules = [ORGANIZATIONS_FEATURE, USERS_FEATURE].map((name) =>
    path.join(copy.folder, `src/features/${name}/${name}.server.ts`),
  )
  const scoped = rules.map((file) => readFileSync(file, 'utf8'))
  rules.forEach((file, place) =>
    writeFileSync(file, (scoped[place] ?? '').replaceAll(/\b(?:rowsFor|isWithinReach)\(context\)/g, 'undefined')),
  )
  await build()
  const told = await runEndToEnd(...ISOLATION_TESTS).then(
    ({ output }) => output,
    (error: unknown) => String(error),
  )
  rules.forEach((file, place) => writeFileSync(file, scoped[place] ?? ''))
  const [, failed = ''] = told.split(`${TITLES_FAILING_WITHOUT_SCOPE.length} failed\n`)
  for (const words of TITLES_FAILING_WITHOUT_SCOPE) expect(failed).toContain(words)
})

test('a generated feature can be removed, and the rest passes all checks', async () => {
  const mentionsIn = (place: string) => copy.git('grep', place, '-ilE', 'bus.?stop', '--', ':!src/db/migrations')
  await run('node', 'scripts/remove.ts', 'feature', EVERYBODYS_FEATURE, '--with-changes', '--yes')
  expect(mentionsIn('--untracked')).toBe(mentionsIn('--cached'))
  await check()
})

/** Returns a random feature: an owner, parts, and fields that are required or optional (`?`). GENERATE_SEED makes it repeatable. */
function randomFeature(): string[] {
  const seed = Number(process.env.GENERATE_SEED ?? randomInt(2 ** 31))
  console.log(`GENERATE_SEED=${seed}`)
  let state = seed
  const below = (count: number) => {
    // The random number generator of "Numerical Recipes", which returns the same numbers for a seed on every machine.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * count)
  }
  const some = KINDS.filter(() => below(2) === 0).map((field) => (below(2) === 0 ? field : `${field}?`))
  const owner = ['organization', 'user', 'everybody'][below(3)] ?? ''
  const args = [
    'title:text',
    ...(below(2) === 0 ? ['isGift:boolean'] : []),
    ...some,
    '--owner',
    owner,
    ...partsFor(owner)
      .filter(() => below(2) === 0)
      .map((one) => `--${one}`),
  ]
  console.log(`npm run generate -- feature ${RANDOM_FEATURE} ${args.join(' ')}`)
  return args
}

const build = () => run('vite', 'build', '--logLevel', 'error')

const runEndToEnd = (...args: string[]) => run('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args)

/** Runs the checks of `npm run check`, with only those tests that a new feature can break. */
async function check() {
  await run('oxfmt', '--check', '.')
  await run('oxlint', '--type-aware', '--type-check', '.')
  await run('knip')
  // The excluded test compiles for a minute, and no feature changes its result.
  await run(
    'vitest',
    'run',
    '--reporter=dot',
    '--exclude',
    'src/architecture/new-field.all.test.ts',
    ...CHECKED_FOLDERS,
  )
}

const run: CopyOfCheckout['run'] = (...command) => copy.run(...command)
