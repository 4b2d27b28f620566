import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const FOLDER = path.resolve('test-results')

/** The report files of the runners. */
export const REPORTS = {
  unit: path.join(FOLDER, 'unit.json'),
  endToEnd: path.join(FOLDER, 'e2e.json'),
  faults: path.join(FOLDER, 'faults.json'),
} as const

/** The result of a test run. */
export interface Counts {
  passed: number
  failed: number
  /** Failed and flaky tests, each with the command that runs only this test and the start of its error. */
  remarks: string[]
}

/** Readers of the runners' reports. */
export const readCounts: Record<keyof typeof REPORTS, (report: unknown) => Counts> = {
  unit: countUnitTests,
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

function countUnitTests(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as UnitReport
  const remarks = testResults.flatMap(({ name, assertionResults }) => {
    const file = path.relative('.', name)
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, title, failureMessages }) =>
        failureRemark(
          `FAILED ${file}: ${fullName}`,
          `npx vitest run ${file} -t ${JSON.stringify(title)}`,
          failureMessages?.[0],
        ),
      )
  })
  return { passed: numPassedTests, failed: numFailedTests, remarks }
}

/** Returns a remark with only the first lines of the error, because the runner has already printed all of it. */
function failureRemark(what: string, command: string, error = ''): string {
  const lines = stripVTControlCharacters(error).split('\n').filter(Boolean).slice(0, 16)
  return [what, `  ${command}`, ...lines.map((line) => `    ${line.trim().slice(0, 200)}`)].join('\n')
}

interface EndToEndSuite {
  suites?: EndToEndSuite[]
  specs?: { title: string; file: string; line: number; tests: EndToEndTest[] }[]
}

interface EndToEndTest {
  status: string
  /** A test that timed out has two errors: the timeout, and the unmet condition that the test waited for. */
  results: { errors?: { message?: string; location?: { line: number } }[] }[]
}

function countEndToEnd(report: unknown): Counts {
  const { stats, suites } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    suites: EndToEndSuite[]
  }
  const words: Record<string, string> = { unexpected: 'FAILED', flaky: 'FLAKY, passed on a retry:' }
  const remarks = specsOf(suites).flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => words[status])
      .map(({ status, results }) => {
        const errors = results.flatMap((result) => result.errors ?? [])
        return failureRemark(
          `${words[status]} e2e/${file}: ${title}`,
          `npm run e2e -- e2e/${file}:${line}`,
          errors
            .map(({ message = '', location }) => (location ? `line ${location.line}: ${message}` : message))
            .join('\n'),
        )
      }),
  )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, remarks }
}

function specsOf(suites: EndToEndSuite[]): NonNullable<EndToEndSuite['specs']> {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}
