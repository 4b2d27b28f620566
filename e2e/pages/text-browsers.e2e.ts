import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { errors, login } = textsOf('en')

test('a text browser that sends only a Referer can request a code; without a Referer, a page names the reason', async ({
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

test('a script shows the passkey button, and only in browsers that support passkeys', async ({ visitor, page }) => {
  const { body } = await visitor.get('/login')
  expect(body).toContain(`${login.continueWithEmail}</button>`)
  expect(body).not.toContain(`${login.passkey.continue}</button>`)
  const button = page.getByRole('button', { name: login.passkey.continue })
  await page.goto('/login')
  await expect(button).toBeVisible()
  await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
  await page.reload()
  await expect(button).toHaveCount(0)
})

test('an email address with an international domain is accepted', async ({ visitor }) => {
  expect((await visitor.askForCode('jo@exämple.com')).status).toBe(200)
  expect(await visitor.askForCode('josé@exämple.com')).toMatchObject({
    status: 400,
    body: { code: 'INVALID_EMAIL', message: errors.INVALID_EMAIL },
  })
})
