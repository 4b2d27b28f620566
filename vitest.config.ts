import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'emails/**/*.test.tsx', 'scripts/**/*.test.ts'],
    setupFiles: ['./scripts/support/check-statements.ts'],
    globalSetup: ['./scripts/support/test-database-setup.ts'],
    // Two on two cores as well: many tests wait.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // Tests that say they run side by side wait for the most part.
    maxConcurrency: 20,
    // The machines of CI are noisy.
    retry: process.env.CI ? 1 : 0,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
