import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const FOLDER = path.resolve('test-results')

/** The files that runners write their reports to. */
export const REPORTS = {
  unit: path.join(FOLDER, 'unit.json'),
  endToEnd: path.join(FOLDER, 'e2e.json'),
  faults: path.join(FOLDER, 'faults.json'),
} as const

/** The counts of a run of tests. */
export interface Counts {
  passed: number
  failed: number
  /** For each test that failed, and each that passed at a later try only: the command that runs it alone, and why it failed. */
  remarks: string[]
}

/** The counts in each runner's report. */
export const readCounts: Record<keyof typeof REPORTS, (report: unknown) => Counts> = {
  unit: countUnit,
  endToEnd: countEndToEnd,
  faults: (report) => ({ remarks: [], ...(report as Partial<Counts> & { passed: number; failed: number }) }),
}

interface UnitReport {
  numPassedTests: number
  numFailedTests: number
  testResults: { name: string; assertionResults: UnitTest[] }[]
}

interface UnitTest {
  fullName: string
  title: string
  status: string
  failureMessages?: string[]
}

function countUnit(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as UnitReport
  const remarks = testResults.flatMap(({ name, assertionResults }) => {
    const file = path.relative('.', name)
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, title, failureMessages }) =>
        remark(
          `FAILED ${file}: ${fullName}`,
          `npx vitest run ${file} -t ${JSON.stringify(title)}`,
          failureMessages?.[0],
        ),
      )
  })
  return { passed: numPassedTests, failed: numFailedTests, remarks }
}

/** The first lines of the error alone: the whole stands above, in the runner's output. */
function remark(what: string, command: string, error = ''): string {
  const lines = stripVTControlCharacters(error).split('\n').filter(Boolean).slice(0, 16)
  return [what, `  ${command}`, ...lines.map((line) => `    ${line.trim().slice(0, 200)}`)].join('\n')
}

interface EndToEndSuite {
  suites?: EndToEndSuite[]
  specs?: { title: string; file: string; line: number; tests: EndToEndTest[] }[]
}

interface EndToEndTest {
  status: string
  results: { error?: { message?: string; location?: { file: string; line: number } } }[]
}

function countEndToEnd(report: unknown): Counts {
  const { stats, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: EndToEndSuite[]
  }
  const words: Record<string, string> = { unexpected: 'FAILED', flaky: 'passed at a later try only:' }
  const remarks = specsOf(suites).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => words[status])
      .map(({ status, results }) => {
        const error = results.find((result) => result.error)?.error
        const where = error?.location ? `line ${error.location.line}: ` : ''
        return remark(
          `${words[status]} e2e/${file}: ${title}`,
          `npm run e2e -- e2e/${file}:${line}`,
          `${where}${error?.message ?? ''}`,
        )
      }),
  )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, remarks }
}

function specsOf(suites: EndToEndSuite[]): NonNullable<EndToEndSuite['specs']> {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}
