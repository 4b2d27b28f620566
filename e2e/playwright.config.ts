import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'

// Debian's Chromium, preferably the headless one, which takes a third less time. Otherwise, Playwright uses its own.
const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM ?? DEBIANS.find((file) => existsSync(file))
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// Turns off V8's optimizing compilers. They take a sixth of a run's processor time, and pages close before this pays off.
const withoutOptimizer = ['--js-flags=--no-opt --no-maglev --min-semi-space-size=16']
// Places letters on whole pixels, regardless of font settings, so that screenshots are small and the same on all machines.
const sameTextEverywhere = ['--font-render-hinting=none', '--disable-font-subpixel-positioning', '--disable-lcd-text']

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './support/global-set-up.ts',
  // Playwright empties this folder at each start, so the reports of the other runners are beside it.
  outputDir: '../test-results/end-to-end',
  // Run several tests for each core, because many mostly wait.
  workers: Math.ceil(2.5 * availableParallelism()),
  fullyParallel: false,
  forbidOnly: true,
  // A test that passes only at its second try indicates a fault, which a retry would hide.
  retries: 0,
  // Only `npm run test:all` runs tests with this tag.
  ...(process.env.TEST_SPEED !== 'all' && { grepInvert: /@all/ }),
  // In CI, a missing screenshot is a mistake and must not be created.
  updateSnapshots: process.env.CI ? 'none' : 'missing',
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Other machines draw edges and shadows slightly differently. A misplaced element differs by more than that.
    toHaveScreenshot: { maxDiffPixelRatio: 0.0002, threshold: 0.3, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? '../test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    timezoneId: 'UTC',
    // Recording traces can take up to half of the time of a test. Use `--trace on` to examine a failed test.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', ...quiet, ...sameTextEverywhere, ...withoutOptimizer],
    },
  },
})
