import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { NotPossibleHere, type TestReference } from './fault.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
/** The folder of the reports that the test runners write during `npm test`. */
const REPORTS = path.join(ROOT, 'test-results')

interface TestResult {
  file: string
  title: string
  passed: boolean
}

/**
 * Returns a function that counts passed tests. The first call runs the tests of all rows together.
 * @param isReportThere whether the tests have just run, so that only their reports are read
 */
export function passedCounter(all: TestReference[], isReportThere: boolean) {
  let running: Promise<TestResult[]> | undefined
  return async (wanted: TestReference[]): Promise<string> => {
    running ??= isReportThere ? readReports(REPORTS) : runTests(all)
    const ran = await running
    let count = 0
    for (const { file, title = '' } of wanted) {
      const found = ran.filter((one) => one.file === file && one.title.includes(title))
      if (found.length === 0) {
        const isLeftOut = isReportThere && process.env.TEST_SPEED === 'quick'
        throw new (isLeftOut ? NotPossibleHere : Error)(`no test with "${title}" in its title ran in ${file}`)
      }
      const failed = found.find(({ passed }) => !passed)
      if (failed) throw new Error(`${file}: ${failed.title}`)
      count += found.length
    }
    return count === 1 ? '1 test' : `${count} tests`
  }
}

async function runTests(tests: TestReference[]): Promise<TestResult[]> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'latchkey-faults-'))
  const [e2e, unit] = [tests.filter(isEndToEnd), tests.filter((one) => !isEndToEnd(one))]
  if (e2e.length > 0)
    await runAndReadReports(folder, e2e, [
      'playwright',
      'test',
      '--config=e2e/playwright.config.ts',
      '--workers=1',
      `--grep=${grepPattern(e2e)}`,
    ])
  if (unit.length > 0)
    await runAndReadReports(folder, unit, [
      'vitest',
      'run',
      '--reporter=json',
      `--outputFile=${path.join(folder, 'unit.json')}`,
    ])
  const ran = await readReports(folder)
  await rm(folder, { recursive: true })
  return ran
}

const isEndToEnd = ({ file }: TestReference) => file.startsWith('e2e/')

/** Returns a pattern for `--grep`. Playwright matches it against the name of the file and the title. */
function grepPattern(tests: TestReference[]): string {
  return tests.map(({ file, title = '' }) => `${escaped(path.basename(file))} .*${escaped(title)}`).join('|')
}

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/** Runs a test runner. Ignores its exit code, because its report lists the failures. */
async function runAndReadReports(folder: string, tests: TestReference[], [program = '', ...args]: string[]) {
  const files = new Set(tests.map(({ file }) => file))
  const child = spawn(program, [...args, ...files], {
    cwd: ROOT,
    env: { ...process.env, TEST_SPEED: 'all', E2E_REPORT: path.join(folder, 'e2e.json') },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  await once(child, 'exit')
}

async function readReports(folder: string): Promise<TestResult[]> {
  const read = (name: string) => readFile(path.join(folder, name), 'utf8').then(JSON.parse, () => undefined)
  return [
    ...endToEndResults(((await read('e2e.json')) ?? { suites: [] }) as Suite),
    ...unitResults(((await read('unit.json')) ?? { testResults: [] }) as UnitReport),
  ]
}

/** A part of Playwright's report. */
interface Suite {
  title?: string
  file?: string
  suites?: Suite[]
  specs?: { title: string; file: string; ok: boolean; tests: { status: string }[] }[]
}

function endToEndResults({ title = '', file, suites = [], specs = [] }: Suite, above = ''): TestResult[] {
  const path = title === file ? above : `${above} ${title}`
  const own = specs
    .filter(({ tests }) => tests.every(({ status }) => status !== 'skipped'))
    .map((spec) => ({ file: `e2e/${spec.file}`, title: `${path} ${spec.title}`.trim(), passed: spec.ok }))
  return [...own, ...suites.flatMap((suite) => endToEndResults(suite, path))]
}

/** A part of Vitest's report. */
interface UnitReport {
  testResults: { name: string; assertionResults: { fullName: string; status: string }[] }[]
}

function unitResults({ testResults }: UnitReport): TestResult[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ fullName, status }) => ({
        file: path.relative(ROOT, name),
        title: fullName,
        passed: status === 'passed',
      })),
  )
}
