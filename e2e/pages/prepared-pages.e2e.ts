import { someEmail } from '../support/app.ts'
import { complaintsOf, untilHydrated } from '../support/page-health.ts'
import { expect, test } from '../support/test.ts'

test('a cached login page is hydrated without violations of its Content Security Policy, and its form works', async ({
  page,
  app,
}) => {
  const complaints = complaintsOf(page)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  for (const theme of ['System', 'Dark']) {
    const document = await page.goto('/login')
    const policy = (await document?.headerValue('content-security-policy')) ?? ''
    expect(policy).toMatch(/script-src '(sha256-)/)
    expect(policy).not.toContain('nonce-')
    await untilHydrated(page)
    expect(new Set(scripts).size, 'no file is requested twice').toBe(scripts.length)
    await page.getByLabel('Theme').selectOption(theme === 'System' ? 'Dark' : theme)
    await page.reload()
    await expect(page.locator('html')).toHaveClass(/dark/)
    scripts.length = 0
  }

  const email = someEmail()
  await page.getByRole('textbox').fill(email)
  await page.getByRole('button', { name: 'Continue with email' }).click()
  await page.getByLabel('Code').fill(await app.mail.codeFor(email))
  await expect(page).toHaveURL(/\/app/)
  expect(complaints).toEqual([])
})

test('the Content Security Policy of the login page blocks an injected script', async ({ page }) => {
  await page.route('**/login', async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</h1>', '</h1><script>window.wasHacked = true</script>')
    await route.fulfill({ response, body })
  })
  const complaints = complaintsOf(page)
  await page.goto('/login')
  expect(await page.evaluate(() => 'wasHacked' in window)).toBe(false)
  expect(complaints.join('\n')).toContain('Content Security Policy')
})
