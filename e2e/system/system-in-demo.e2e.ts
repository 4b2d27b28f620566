import os from 'node:os'
import { expect, signInToNewSandbox, signInToSandbox, test } from '../support/sandbox.ts'
import { callFunction } from '../support/server-function.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

test('the system page of a demo hides hosts, processes and versions', async ({ app }) => {
  const visitor = await signInToNewSandbox(app)
  const { status, result } = await callFunction(visitor, 'system.getSystem', undefined)
  expect({ status, result }).toMatchObject({
    status: 200,
    result: { build: { commit: null }, database: { version: null } },
  })
  const { processes } = result as { processes: object[] }
  expect(processes.length).toBeGreaterThan(0)
  for (const [index, one] of processes.entries())
    expect(one).toMatchObject({ host: 'demo', pid: index + 1, startedAt: null, commit: null })
  const { status: pageStatus, body } = await visitor.get('/manager/system')
  expect(pageStatus).toBe(200)
  // Matches only whole words, because file names might contain the same letters.
  expect(String(body)).not.toMatch(new RegExp(String.raw`(?<![\w-])${os.hostname()}(?![\w-])`))
})

test('the system page of a sandbox shows the servers of the demo', ONLY_IN_FULL_RUN, async ({ page }) => {
  await signInToSandbox(page, 'en')
  await page.goto('/manager/system')
  await expect(page.getByRole('region', { name: 'Servers' })).toContainText('demo · 1', { timeout: 20_000 })
})
