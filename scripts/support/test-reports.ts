import path from 'node:path'

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
  /** A line for each test that failed, with the command that runs it alone, and for each that passed at a later try only. */
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
  testResults: { name: string; assertionResults: { fullName: string; title: string; status: string }[] }[]
}

function countUnit(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as UnitReport
  const remarks = testResults.flatMap(({ name, assertionResults }) => {
    const file = path.relative('.', name)
    return assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, title }) => `FAILED ${file}: ${fullName}\n  npx vitest run ${file} -t ${JSON.stringify(title)}`)
  })
  return { passed: numPassedTests, failed: numFailedTests, remarks }
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
  const words: Record<string, string> = { unexpected: 'FAILED', flaky: 'passed at a later try only:' }
  const remarks = specsOf(suites).flatMap(({ title, file, line, tests }) =>
    tests.flatMap(({ status }) =>
      words[status] ? [`${words[status]} e2e/${file}: ${title}\n  npm run e2e -- e2e/${file}:${line}`] : [],
    ),
  )
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, remarks }
}

function specsOf(suites: EndToEndSuite[]): NonNullable<EndToEndSuite['specs']> {
  return suites.flatMap((suite) => [...(suite.specs ?? []), ...specsOf(suite.suites ?? [])])
}
