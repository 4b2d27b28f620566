import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { changedFiles, findForkPoint, selectAffectedTests } from './support/changed-tests.ts'
import { type Counts, readCounts, REPORTS } from './support/test-reports.ts'

const USAGE = `npm run check             checks format, lint, types and unused code, and runs the fast unit and integration tests
npm test                  runs all checks, unit, integration, end-to-end and security tests, pages in two languages, short faults
npm test -- --changed     runs only tests that a change since main can affect; --changed=COMMIT compares with that commit
npm run test:all          runs all tests, with every page in every language
npm run e2e               runs the end-to-end tests, in the browser and over HTTP
npm run e2e -- users      runs only tests that match, at full length; arguments are those of playwright test`

/** The amount of tests that run. Tests read it from TEST_SPEED; docs/testing.md lists the tests of each speed. */
type Speed = 'check' | 'quick' | 'all'

interface Step {
  name: string
  command: string[]
  /** Key of the runner's report; a step without a report counts as one test. */
  report?: keyof typeof REPORTS
  /** Whether the step runs in parallel with the next steps. Its output is printed when it ends. */
  isBeside?: true
}

const PASSED: Counts = { passed: 1, failed: 0, remarks: [] }
const FAILED: Counts = { passed: 0, failed: 1, remarks: ['failed: see its output above'] }

const unit: Step = {
  name: 'unit and integration',
  command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${REPORTS.unit}`],
  report: 'unit',
}
const check: Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'], isBeside: true },
  { name: 'lint and types', command: ['oxlint', '--type-aware', '--type-check', '.'], isBeside: true },
  { name: 'unused code', command: ['knip'], isBeside: true },
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
// The tests of the previous steps cover some of the faults, which --after-tests skips.
const faults: Step = {
  name: 'faults',
  command: ['node', 'e2e/faults/run.ts', '--after-tests', '--jobs', '6'],
  report: 'faults',
}

interface Suite {
  speed: Speed
  steps: Step[]
}

const suites: Record<string, Suite> = {
  check: { speed: 'check', steps: check },
  // Tests that are named on the command line run at full length.
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
process.exit((await run(changed === undefined ? suite : limitToChanges(suite, changed.split('=')[1]))) ? 0 : 1)

/** Leaves out tests that the files changed since a commit cannot affect, and prints which ones. */
function limitToChanges({ speed, steps }: Suite, base = findForkPoint()): Suite {
  const { everythingBecauseOf, features, endToEnd: chosen, leftOut } = selectAffectedTests(changedFiles(base))
  if (everythingBecauseOf !== undefined) {
    console.log(`Running all tests, because the changed file ${everythingBecauseOf} belongs to no single feature.`)
    return { speed, steps }
  }
  process.env.TEST_FEATURES = features.join(',')
  console.log(`Changed features: ${features.join(', ') || 'none'}.`)
  console.log(
    `Skipped: the faults, the page tests of other features, and the end-to-end tests in ${leftOut.join(', ')}.`,
  )
  const others = steps.filter((step) => step !== endToEnd && step !== faults)
  return {
    speed,
    steps: chosen.length > 0 ? [...others, { ...endToEnd, command: [...endToEnd.command, ...chosen] }] : others,
  }
}

type Result = Counts & Pick<Step, 'name'> & { seconds: number }

/** @returns whether all steps passed */
async function run({ speed, steps }: Suite): Promise<boolean> {
  process.env.TEST_SPEED = speed
  process.env.E2E_REPORT = REPORTS.endToEnd
  await rm('test-results', { recursive: true, force: true })
  await mkdir('test-results', { recursive: true })
  const running: Promise<Result>[] = []
  for (const step of steps) {
    console.log(`\n— ${step.name}`)
    const result = runStep(step)
    running.push(result)
    if (!step.isBeside) await result
  }
  const done = await Promise.all(running)
  // Print the summary last, because a truncated log keeps its end.
  console.log()
  for (const { name, seconds, passed, failed } of done)
    console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}: ${passed} passed, ${failed} failed`)
  for (const { name, remarks } of done) for (const remark of remarks) console.log(`\n${name}: ${remark}`)
  const failed = sum(done.map((counts) => counts.failed))
  console.log(`\n${sum(done.map((counts) => counts.passed))} passed, ${failed} failed`)
  return failed === 0
}

async function runStep({ name, command: [program = '', ...args], report, isBeside }: Step): Promise<Result> {
  const since = performance.now()
  const isFine = await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', isBeside ? 'pipe' : 'inherit', isBeside ? 'pipe' : 'inherit'],
      shell: process.platform === 'win32',
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => output.push(chunk))
    child.on('error', () => resolve(false))
    child.on('close', (code) => {
      if (isBeside) console.log(`\n— Output of ${name}:\n${Buffer.concat(output).toString()}`)
      resolve(code === 0)
    })
  })
  const seconds = (performance.now() - since) / 1_000
  if (!report) return { name, seconds, ...(isFine ? PASSED : FAILED) }
  const counts = await readFile(REPORTS[report], 'utf8').then(
    (text) => readCounts[report](JSON.parse(text)),
    () => ({ passed: 0, failed: 1, remarks: ['the runner wrote no report'] }),
  )
  // A runner can fail without a failed test, for example in its setup.
  const isInReport = isFine || counts.failed > 0
  return {
    name,
    seconds,
    ...(isInReport ? counts : { ...counts, failed: 1, remarks: ['failed outside of its tests'] }),
  }
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
