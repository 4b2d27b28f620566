import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

/** Tests that take many seconds: they compile sources again, upgrade releases, or plan over 60,000 rows. */
const SLOW = /\.(slow|plans)\.test\.ts$/
/** Tests that change the process they run in (modules, settings, clock, registered kinds), or look at it as it begins. */
const CHANGES_ITS_PROCESS =
  /\bvi\.(mock|stub|spyOn|useFake)|isOfProcess|test-program\.server|\bprocess\.env\.\w+ =|\bprovide\w*Kinds\(|getI18n\(/

const files = globSync(['src/**/*.test.ts', 'emails/**/*.test.tsx', 'scripts/**/*.test.ts']).filter(
  (file) => !file.includes('generate/template/') && (process.env.TEST_SPEED !== 'check' || !SLOW.test(file)),
)
const needsOwnProcess = (file: string) => CHANGES_ITS_PROCESS.test(readFileSync(file, 'utf8'))

export default defineConfig({
  test: {
    // Starting a process and loading the modules takes longer than most tests: half of the processor's time.
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: files.filter((file) => !needsOwnProcess(file)), isolate: false },
      },
      { extends: true, test: { name: 'own process', include: files.filter(needsOwnProcess) } },
    ],
    setupFiles: ['./scripts/support/check-statements.ts', './scripts/support/silence-log.ts'],
    globalSetup: ['./scripts/support/test-database-setup.ts'],
    // One more than cores: half of the time tests wait.
    maxWorkers: availableParallelism() + 1,
    // The log of a test is only useful if the test fails.
    silent: 'passed-only',
    // Tests that say they run side by side wait for the most part.
    maxConcurrency: 20,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
