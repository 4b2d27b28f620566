import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { untilHydrated } from '../support/script.ts'

const { login } = textsOf('en')

test('a text browser, which sends a Referer alone, signs in; without it, a page says why not', async ({
  visitor,
  app,
}) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html, text/plain' }
  const ask = (more: Record<string, string>) =>
    visitor.send('POST', '/login', 'intent=ask-for-code&email=lynx%40example.com', { ...headers, ...more })
  const refused = await ask({ 'accept-language': 'fr' })
  expect(refused.status).toBe(403)
  expect(refused.headers.get('content-type')).toContain('text/html')
  expect(refused.body).toContain('Referer')
  expect(refused.body).toContain('lang="fr"')
  expect((await ask({ referer: 'https://evil.example/login' })).status).toBe(403)
  expect(app.mail.mailsTo('lynx@example.com')).toEqual([])
  const sent = await ask({ referer: `${app.url}/login` })
  expect(sent.status).toBe(303)
  expect(sent.headers.get('location')).toContain('/login/verify')
})

test('passkeys are offered once a script has found them, and never where the browser has none', async ({
  visitor,
  page,
}) => {
  expect((await visitor.get('/login')).body).not.toContain(login.passkey.continue)
  const button = page.getByRole('button', { name: login.passkey.continue })
  await page.goto('/login')
  await expect(button).toBeVisible()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.reload()
  await untilHydrated(page)
  await expect(button).toHaveCount(0)
})

test('an international domain is taken as it is typed', async ({ page, app }) => {
  await page.goto('/login')
  await untilHydrated(page)
  await page.getByLabel(login.email, { exact: true }).fill('jo@exämple.com')
  await page.getByRole('button', { name: login.continueWithEmail }).click()
  await page.waitForURL('**/login/verify?*')
  await expect.poll(() => app.mail.mailsTo('jo@xn--exmple-cua.com').length).toBe(1)
})
