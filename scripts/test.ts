import { spawn } from 'node:child_process'
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

interface Step {
  name: string
  command: string[]
  /** Where the step writes its own counts, and how to read them; a step without counts as one. */
  report?: { file: string; count: (report: unknown) => Counts }
}

interface Counts {
  passed: number
  failed: number
  /** What fell, by name, and what passed at a later try only. */
  remarks?: string[]
}

const REPORTS = path.resolve('test-results')
const UNIT_REPORT = path.join(REPORTS, 'unit.json')
const E2E_REPORT = path.join(REPORTS, 'e2e.json')
const FAULTS_REPORT = path.join(REPORTS, 'faults.json')

const check: Step[] = [
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'lint and types', command: ['oxlint', '--type-aware', '--type-check', '.'] },
  { name: 'nothing unused', command: ['knip'] },
  {
    name: 'unit and integration',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${UNIT_REPORT}`],
    report: { file: UNIT_REPORT, count: countUnit },
  },
]
const e2e: Step[] = [
  {
    name: 'end to end',
    command: ['playwright', 'test', '--config', 'e2e/playwright.config.ts', ...process.argv.slice(3)],
    report: { file: E2E_REPORT, count: countEndToEnd },
  },
]
const faults: Step[] = [
  {
    name: 'faults',
    // Some rows are tests of the steps before.
    command: ['node', 'e2e/faults/run.ts', '--after-tests'],
    report: { file: FAULTS_REPORT, count: (report) => report as Counts },
  },
]
const suites: Record<string, Step[]> = { check, e2e, quick: [...check, ...e2e], all: [...check, ...e2e, ...faults] }
/** Tests look at less by themselves unless everything is asked for: `e2e/support/speed.ts`. */
if (process.argv[2] === 'all') process.env.TEST_SPEED = 'all'

const steps = suites[process.argv[2] ?? 'quick'] ?? []
await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
const total = { passed: 0, failed: 0, remarks: [] as string[] }
for (const step of steps) {
  console.log(`\n— ${step.name}`)
  const { passed, failed, remarks = [] } = await run(step)
  total.passed += passed
  total.failed += failed
  total.remarks.push(...remarks.map((remark) => `${step.name}: ${remark}`))
}
// At the end, where a log that was cut still has them.
console.log(`\n${total.remarks.join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

async function run({ command: [program = '', ...args], report }: Step): Promise<Counts> {
  const isFine = await new Promise<boolean>((resolve) => {
    const child = spawn(program, args, {
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, E2E_REPORT },
      shell: process.platform === 'win32',
    })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
  if (!report) return isFine ? { passed: 1, failed: 0 } : { passed: 0, failed: 1, remarks: ['failed'] }
  const counts = await readFile(report.file, 'utf8').then(
    (text) => report.count(JSON.parse(text)),
    () => ({ passed: 0, failed: 1, remarks: ['no report'] }),
  )
  // A runner can fail without a failed test: a set-up that broke, say.
  return isFine || counts.failed > 0 ? counts : { ...counts, failed: 1, remarks: ['failed outside of its tests'] }
}

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; message: string; assertionResults: { fullName: string; status: string }[] }[]
}

function countUnit(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as UnitReport
  const fallen = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `FAILED ${path.relative('.', name)}: ${fullName}`),
  )
  return { passed: numPassedTests, failed: numFailedTests, remarks: fallen }
}

interface EndToEndSuite {
  suites?: EndToEndSuite[]
  specs?: { title: string; file: string; line: number; tests: { status: string }[] }[]
}

function countEndToEnd(report: unknown): Counts {
  const { stats, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: EndToEndSuite[]
  }
  const words: Record<string, string> = { unexpected: 'FAILED', flaky: 'flaky' }
  const remarks = specsOf(suites).flatMap(({ title, file, line, tests }) =>
    tests.flatMap(({ status }) => (words[status] ? [`${words[status]} ${file}:${line} ${title}`] : [])),
  )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, remarks }
}

function specsOf(suites: EndToEndSuite[]): NonNullable<EndToEndSuite['specs']> {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}
