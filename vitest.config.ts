import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'

/** What takes many seconds: sources that are compiled again, releases that are upgraded, plans at 60,000 rows. */
const SLOW = '**/*.{slow,plans}.test.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'emails/**/*.test.tsx', 'scripts/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(process.env.TEST_SPEED === 'check' ? [SLOW] : [])],
    setupFiles: ['./scripts/support/check-statements.ts', './scripts/support/silence-log.ts'],
    globalSetup: ['./scripts/support/test-database-setup.ts'],
    // Two on two cores as well: many tests wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // What a test logs is of use where it fails.
    silent: 'passed-only',
    // Tests that say they run side by side wait for the most part.
    maxConcurrency: 20,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
