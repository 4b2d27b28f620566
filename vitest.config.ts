import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** The files that a speed leaves out: those that upgrade old releases or plan queries on 60,000 rows, and those that compile a copy. */
const LEFT_OUT: Record<string, RegExp> = { check: /\.(slow|plans|all)\.test\.ts$/, quick: /\.all\.test\.ts$/ }
const leftOut = LEFT_OUT[process.env.TEST_SPEED ?? 'all']
/** Matches code of tests that change their process (modules, settings, clock, registered kinds) or need a new one. */
const CHANGES_ITS_PROCESS =
  /\bvi\.(mock|stub|spyOn|useFake)|isOfProcess|test-api-client\.server|\bprocess\.env\.\w+ =|\bregister\w*Kinds\(|getI18n\(/

const files = globSync(['src/**/*.test.ts', 'emails/**/*.test.tsx', 'scripts/**/*.test.ts']).filter(
  (file) => !file.includes('generate/template/') && !leftOut?.test(file),
)
const needsOwnProcess = (file: string) => CHANGES_ITS_PROCESS.test(readFileSync(file, 'utf8'))

export default defineConfig({
  test: {
    // Run most test files in shared processes, because starting a process and loading modules takes longer than most tests.
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: files.filter((file) => !needsOwnProcess(file)),
          setupFiles: ['./scripts/support/check-unchanged-process.ts'],
          isolate: false,
        },
      },
      { extends: true, test: { name: 'own process', include: files.filter(needsOwnProcess) } },
    ],
    setupFiles: ['./scripts/support/check-statements.ts', './scripts/support/silence-log.ts'],
    globalSetup: ['./scripts/support/test-database-setup.ts'],
    // Use one worker more than there are cores, because tests wait for half of the time.
    maxWorkers: availableParallelism() + 1,
    // The log of a test is only useful if the test fails.
    silent: 'passed-only',
    // Concurrent tests mostly wait, so many of them can run at once.
    maxConcurrency: 20,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
