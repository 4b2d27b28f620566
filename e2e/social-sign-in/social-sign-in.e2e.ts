import { startApp } from '../support/app.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { login } = textsOf('en')

test('the login page shows buttons only for configured providers', async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('button', { name: /GitHub|Google/ })).toHaveCount(0)
  const configured = await startApp({ GITHUB_CLIENT_ID: 'our-id', GITHUB_CLIENT_SECRET: 's' })
  await page.goto(`${configured.url}/login`)
  await expect(page.getByRole('button', { name: 'Google' })).toHaveCount(0)

  const leaving = new Promise<string>((resolve) => {
    void page.route('https://github.com/**', (route) => {
      resolve(route.request().url())
      return route.fulfill({ body: 'GitHub' })
    })
  })
  await page.getByRole('button', { name: fill(login.continueWith, { provider: 'GitHub' }) }).click()
  const url = new URL(await leaving)
  expect(url.pathname).toBe('/login/oauth/authorize')
  expect(url.searchParams.get('client_id')).toBe('our-id')
  expect(url.searchParams.get('redirect_uri')).toBe(`${configured.url}/api/auth/callback/github`)
  await configured.stop()
  expect(configured.log()).not.toContain('error.unexpected')
})
