import { CHROMIUM_ACCEPT_ENCODING, costsOf } from '../support/page-cost.ts'
import { expect, test } from '../support/test.ts'
import { startBarePage } from '../support/weight.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

// Compares processor times of the same process in the same run, because a busy machine makes both slower.
test.skip(process.platform !== 'linux', 'processor time is read from /proc')

test(
  'compressing a page costs at most 60 % more processor time than sending it uncompressed',
  ONLY_IN_FULL_RUN,
  async ({ app }) => {
    const target = { url: `${app.url}/login?email=zoe@example.com`, pid: app.process.pid }
    const { compressed, plain } = await costsOf(
      {
        compressed: { ...target, headers: { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING } },
        plain: { ...target, headers: { 'accept-encoding': 'identity' } },
      },
      { rounds: 4, pages: 250 },
    )
    const description = `${compressed.processorMs.toFixed(2)} ms against ${plain.processorMs.toFixed(2)} ms`
    test.info().annotations.push({ type: 'cost', description })
    expect(compressed.processorMs).toBeLessThan(1.6 * plain.processorMs)
  },
)

test(
  'the login page costs less processor time than a bare page of the same framework',
  ONLY_IN_FULL_RUN,
  async ({ app }) => {
    const bareApp = await startBarePage()
    const headers = { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING }
    const { login, bare } = await costsOf(
      {
        login: { url: `${app.url}/login`, pid: app.process.pid, headers },
        bare: { url: bareApp.url, pid: bareApp.pid, headers },
      },
      { rounds: 4, pages: 400 },
    )
    await bareApp.stop()
    const description = `${login.processorMs.toFixed(2)} ms against ${bare.processorMs.toFixed(2)} ms`
    test.info().annotations.push({ type: 'cost', description })
    expect(login.processorMs).toBeLessThan(bare.processorMs)
  },
)

test('the server compresses pages for Chromium with zstd', async ({ page }) => {
  const answer = await page.goto('/login')
  expect(await answer?.headerValue('content-encoding')).toBe('zstd')
  expect(await answer?.headerValue('vary')).toBe('Accept-Encoding')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
