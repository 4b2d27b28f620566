import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

// Debian's Chromium, rather the one without windows: it takes a third less time. Else what Playwright has installed.
const DEBIANS = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium']
const executablePath = process.env.CHROMIUM ?? DEBIANS.find((file) => existsSync(file))
const quiet = [
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
// Letters stand on whole pixels, whatever the machine's fonts are set to: screenshots are alike, and small.
const sameTextEverywhere = ['--font-render-hinting=none', '--disable-font-subpixel-positioning', '--disable-lcd-text']

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.e2e.ts',
  globalSetup: './support/global-set-up.ts',
  // Emptied at each start: what the other runners have reported stands beside it.
  outputDir: '../test-results/end-to-end',
  // Some tests wait more than they work.
  workers: 4,
  fullyParallel: false,
  forbidOnly: true,
  // A test that passes at its second try hides a fault.
  retries: 0,
  // `npm run test:all` runs what is tagged so.
  ...(process.env.TEST_SPEED !== 'all' && { grepInvert: /@all/ }),
  // There a picture that is missing is a mistake, and not to be made up for.
  updateSnapshots: process.env.CI ? 'none' : 'missing',
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    // Another machine draws edges and shadows a little otherwise; what is out of its place is more than that.
    toHaveScreenshot: { maxDiffPixelRatio: 0.002, threshold: 0.3, animations: 'disabled', caret: 'hide' },
  },
  snapshotPathTemplate: '{testDir}/screenshots/{arg}{ext}',
  reporter: [['line'], ['json', { outputFile: process.env.E2E_REPORT ?? '../test-results/e2e.json' }]],
  use: {
    viewport: { width: 1280, height: 800 },
    locale: 'en',
    timezoneId: 'UTC',
    // A trace takes up to half of a test's work: `--trace on` for a test that failed.
    trace: 'off',
    launchOptions: {
      ...(executablePath !== undefined && { executablePath }),
      args: ['--no-sandbox', '--disable-gpu', ...quiet, ...sameTextEverywhere],
    },
  },
})
