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
}

const REPORTS = path.resolve('test-results')
const UNIT_REPORT = path.join(REPORTS, 'unit.json')
const E2E_REPORT = path.join(REPORTS, 'e2e.json')

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
const suites: Record<string, Step[]> = { check, e2e, all: [...check, ...e2e] }

const steps = suites[process.argv[2] ?? 'all'] ?? suites.all ?? []
await rm(REPORTS, { recursive: true, force: true })
await mkdir(REPORTS, { recursive: true })
const total: Counts = { passed: 0, failed: 0 }
for (const step of steps) {
  console.log(`\n— ${step.name}`)
  const { passed, failed } = await run(step)
  total.passed += passed
  total.failed += failed
}
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
  if (!report) return { passed: isFine ? 1 : 0, failed: isFine ? 0 : 1 }
  const counts = await readFile(report.file, 'utf8').then(
    (text) => report.count(JSON.parse(text)),
    () => ({ passed: 0, failed: 1 }),
  )
  // A runner can fail without a failed test: a set-up that broke, say.
  return isFine || counts.failed > 0 ? counts : { ...counts, failed: 1 }
}

function countUnit(report: unknown): Counts {
  const { numPassedTests, numFailedTests } = report as { numPassedTests: number; numFailedTests: number }
  return { passed: numPassedTests, failed: numFailedTests }
}

function countEndToEnd(report: unknown): Counts {
  const { stats } = report as { stats: { expected: number; unexpected: number; flaky: number } }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}
