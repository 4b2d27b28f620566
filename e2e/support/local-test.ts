import { startLocalApp } from './local-app.ts'
import { test } from './test.ts'

/** Playwright's `test` for pages that only exist in local mode; each worker has a server of its own. */
export const localTest = test.extend<object, { local: string }>({
  local: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses from this pattern
    async ({}, use) => {
      const app = await startLocalApp()
      await use(app.url)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: ({ local }, use) => use(local),
})
