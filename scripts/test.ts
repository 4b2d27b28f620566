import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { changedFiles, forkPoint, testsTouchedBy } from './support/changed-tests.ts'
import { type Counts, readCounts, REPORTS } from './support/test-reports.ts'

const USAGE = `node scripts/test.ts check          format, lint, types, unused code, quick unit and integration tests
node scripts/test.ts quick          all of that, the slow ones too, then journeys, HTTP, security, pages in two languages, short faults
node scripts/test.ts quick --changed   of these what a change since main can touch; --changed=COMMIT since another one
node scripts/test.ts all            the whole matrix
node scripts/test.ts e2e            tests in the browser and over HTTP
node scripts/test.ts e2e words      some of them, whole, as Playwright chooses them`

/** How much is looked at; tests read it from TEST_SPEED. docs/testing.md says what runs where. */
type Speed = 'check' | 'quick' | 'all'

interface Step {
  name: string
  command: string[]
  /** The runner's own report; a step without one counts as one test. */
  report?: keyof typeof REPORTS
}

const unit: Step = {
  name: 'unit and integration',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.unit}`],
  report: 'unit',
}
const check: Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint and types', command: ['oxlint', '--type-aware', '--type-check', '.'] },
  { name: 'nothing unused', command: ['knip'] },
  unit,
]
const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean' }, changed: { type: 'boolean' } },
})
const endToEnd: Step = {
  name: 'end to end',
  command: [
    'playwright',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    ...process.argv.slice(3).filter((argument) => !argument.startsWith('--changed')),
  ],
  report: 'endToEnd',
}
// Some rows are tests of the steps before.
const faults: Step = {
  name: 'faults',
  command: ['node', 'e2e/faults/run.ts', '--after-tests', '--jobs', '3'],
  report: 'faults',
}

interface Suite {
  speed: Speed
  steps: Step[]
}

const suites: Record<string, Suite> = {
  check: { speed: 'check', steps: check },
  // Tests that are named are run whole.
  e2e: { speed: positionals.length > 1 ? 'all' : 'quick', steps: [endToEnd] },
  quick: { speed: 'quick', steps: [...check, endToEnd, faults] },
  all: { speed: 'all', steps: [...check, endToEnd, faults] },
}

const suite = suites[positionals[0] ?? '']
if (values.help || !suite) {
  console.log(USAGE)
  process.exit(suite ? 0 : 1)
}
const changed = process.argv.find((argument) => /^--changed(=|$)/.test(argument))
process.exit((await run(changed === undefined ? suite : touched(suite, changed.split('=')[1]))) ? 0 : 1)

/** Leaves out what no file that has changed since a commit can touch, and says so. */
function touched({ speed, steps }: Suite, base = forkPoint()): Suite {
  const { everythingBecauseOf, features, endToEnd: chosen, leftOut } = testsTouchedBy(changedFiles(base))
  if (everythingBecauseOf !== undefined) {
    console.log(`Everything runs: ${everythingBecauseOf} belongs to no one feature.`)
    return { speed, steps }
  }
  process.env.TEST_FEATURES = features.join(',')
  console.log(`Changed: ${features.join(', ') || 'no feature'}.`)
  console.log(`Left out: end-to-end tests of ${leftOut.join(', ')}, pages of other features, faults.`)
  const others = steps.filter((step) => step !== endToEnd && step !== faults)
  return {
    speed,
    steps: chosen.length > 0 ? [...others, { ...endToEnd, command: [...endToEnd.command, ...chosen] }] : others,
  }
}

/** @returns whether nothing failed */
async function run({ speed, steps }: Suite): Promise<boolean> {
  process.env.TEST_SPEED = speed
  process.env.E2E_REPORT = REPORTS.endToEnd
  await rm('test-results', { recursive: true, force: true })
  await mkdir('test-results', { recursive: true })
  const done: (Counts & { name: string; seconds: number })[] = []
  for (const step of steps) {
    console.log(`\n— ${step.name}`)
    const since = performance.now()
    const counts = await runStep(step)
    done.push({ ...counts, name: step.name, seconds: (performance.now() - since) / 1_000 })
  }
  // At the end, where a log that was cut still has it.
  console.log()
  for (const { name, seconds, passed, failed } of done)
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}: ${passed} passed, ${failed} failed`)
  for (const { name, remarks } of done) for (const remark of remarks) console.log(`\n${name}: ${remark}`)
  const failed = sum(done.map((counts) => counts.failed))
  console.log(`\n${sum(done.map((counts) => counts.passed))} passed, ${failed} failed`)
  return failed === 0
}

async function runStep({ command: [program = '', ...args], report }: Step): Promise<Counts> {
  const isFine = await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
  if (!report)
    return isFine ? { passed: 1, failed: 0, remarks: [] } : { passed: 0, failed: 1, remarks: ['failed: see above'] }
  const counts = await readFile(REPORTS[report], 'utf8').then(
    (text) => readCounts[report](JSON.parse(text)),
    () => ({ passed: 0, failed: 1, remarks: ['no report'] }),
  )
  // A runner can fail without a failed test: a set-up that broke, say.
  return isFine || counts.failed > 0 ? counts : { ...counts, failed: 1, remarks: ['failed outside of its tests'] }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
