import { expect, test } from '@playwright/test'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { copyCheckout, type CopyOfCheckout } from '../support/copy-of-checkout.ts'
import { isWholeMatrix } from '../support/speed.ts'

/** Features whose rows are an organization's, and everybody's: with a dash and an irregular plural, so that no spelling is right by chance. */
const OWNED = 'case-studies'
const SHARED = 'bus-stops'
const CHECKED = [
  `src/features/${OWNED}`,
  `src/features/${SHARED}`,
  'src/architecture',
  'src/auth/permissions.test.ts',
  'src/features/account',
  'src/jobs/purge.server.test.ts',
]
const OF_OTHERS = `e2e/${OWNED}/${OWNED}-of-others.e2e.ts`
const WALKED = [
  `e2e/${OWNED}/${OWNED}.e2e.ts`,
  OF_OTHERS,
  `e2e/${SHARED}/${SHARED}.e2e.ts`,
  'e2e/server/functions.e2e.ts',
  'e2e/pages/every-page.e2e.ts',
]
/** Their journeys, their rows of who may what, their pages under axe; and that no function and no page is left out. */
const WALKED_NAMES = 'case.?stud.*|bus.?stop.*|has a row|every route'
/** What fails once the rules of the generated code ask for nobody's rows in particular. */
const FAILS_WITHOUT_SCOPE = [
  ...[
    'listCaseStudies',
    'getCaseStudyCount',
    'getCaseStudy',
    'updateCaseStudy',
    'deleteCaseStudy',
    'restoreCaseStudy',
  ].map((name) => `sees and changes nothing by case-studies.${name}`),
  'sees nothing on a page',
  'changes nothing by a form',
  'administrators choose whose they see',
]
let copy: CopyOfCheckout

test.describe.configure({ timeout: 600_000 })
test.skip(!isWholeMatrix, 'part of npm run test:all')
test.beforeAll(() => {
  copy = copyCheckout('generate')
})
test.afterAll(() => copy.remove())

for (const [args, told] of [
  [[], 'Say what to make'],
  [['feature'], 'Say what to make'],
  [['page', 'bookmarks'], 'Say what to make'],
  [['feature', 'Book Marks'], 'cannot be the name'],
  [['feature', 'bookmark'], 'is no plural'],
  [['feature', 'news'], '--singular'],
  [['feature', 'orders'], 'is a word of JavaScript or SQL'],
  [['feature', 'repositories'], 'is taken'],
  [['feature', 'bookmarks', '--owner', 'nobody'], 'Say what to make'],
  [['feature', 'events'], 'is another thing'],
] as const)
  test(`"generate ${args.join(' ')}" is refused, and nothing is written`, async () => {
    await expect(run('node', 'scripts/generate.ts', ...args)).rejects.toThrow(told)
    expect(copy.git('diff', '--name-only')).toBe('')
    expect(copy.git('ls-files', '--others', '--exclude-standard')).toBe('')
  })

test('features that were just generated pass all checks and their own journeys, with nothing done by hand', async () => {
  const { output } = await run('node', 'scripts/generate.ts', 'feature', OWNED)
  expect(output).toContain(`src/features/${OWNED}/${OWNED}.server.ts`)
  expect(output).toContain('Next:')
  const [, migration = ''] = /(src\/db\/migrations\/\d+_case_studies\.sql)/.exec(output) ?? []
  expect(readFileSync(path.join(copy.folder, migration), 'utf8')).toMatch(
    /CREATE TABLE "case_study"[^]+set statistics 1000;/,
  )
  await run('node', 'scripts/generate.ts', 'feature', SHARED, '--owner', 'everybody')
  await Promise.all([check(), build()])
  const { output: told } = await walk(...WALKED, '-g', WALKED_NAMES)
  expect(Number(/(\d+) passed/.exec(told)?.[1])).toBeGreaterThan(150)
})

test('without the scope in its rules its tests fail, each of them that is about what others own', async () => {
  const rules = path.join(copy.folder, `src/features/${OWNED}/${OWNED}.server.ts`)
  const scoped = readFileSync(rules, 'utf8')
  writeFileSync(rules, scoped.replaceAll(/\b(?:rowsFor|isWithinReach)\(caseStudy, context\)/g, 'undefined'))
  await build()
  const told = await walk(OF_OTHERS).then(
    ({ output }) => output,
    (error: unknown) => String(error),
  )
  writeFileSync(rules, scoped)
  const [, failed = ''] = told.split(`${FAILS_WITHOUT_SCOPE.length} failed\n`)
  for (const words of FAILS_WITHOUT_SCOPE) expect(failed).toContain(words)
})

const build = () => run('vite', 'build', '--logLevel', 'error')

const walk = (...args: string[]) => run('playwright', 'test', '--config', 'e2e/playwright.config.ts', ...args)

/** What `npm run check` does, with those tests that a new feature can break. */
async function check() {
  await run('oxfmt', '--check', '.')
  await run('oxlint', '--type-aware', '--type-check', '.')
  await run('knip')
  // That one takes the compiler a minute, and no feature changes what it says.
  await run('vitest', 'run', '--reporter=dot', '--exclude', 'src/architecture/new-field.slow.test.ts', ...CHECKED)
}

const run: CopyOfCheckout['run'] = (...command) => copy.run(...command)
