import { appConfig } from '#app.config'
import { directionOf } from '#i18n/languages.ts'
import { someEmail } from '../support/app.ts'
import { findShownKeys } from '../support/shown-keys.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { alsoInQuickRun, TESTED_LANGUAGES } from '../support/speed.ts'

const { languages, languageCookie } = appConfig

for (const language of languages) {
  const { common, home, login, mail, onboarding } = textsOf(language)
  const direction = directionOf(language)

  test(
    `${language}: a user signs up from the login page to the user area, with a code by email`,
    alsoInQuickRun(TESTED_LANGUAGES.includes(language)),
    async ({ page, app }) => {
      const email = someEmail()
      await page.goto(`/login?lng=${language}`)
      await expect(page.locator('html')).toHaveAttribute('lang', language)
      await expect(page.locator('html')).toHaveAttribute('dir', direction)
      await expect(page).toHaveTitle(`${login.title} · ${appConfig.name}`)
      await expect(page.getByRole('heading', { name: login.heading, exact: true })).toBeVisible()
      await page.getByRole('button', { name: login.continueWithEmail }).click()
      await expect(page.getByText(login.messages.emailRequired)).toBeVisible()
      await page.getByLabel(login.email, { exact: true }).fill(email)
      await page.getByRole('button', { name: login.continueWithEmail }).click()

      await expect(page.getByRole('heading', { name: login.verify.heading })).toBeVisible()
      const code = await app.mail.codeFor(email)
      const [letter] = app.mail.mailsTo(email)
      expect(letter?.subject).toBe(mail.codes['sign-in'].heading)
      expect(letter?.html).toContain(`dir="${direction}"`)
      expect(letter?.text).toContain(fill(mail.codes['sign-in'].lead, { product: appConfig.name }))
      await expect(page.getByText(login.verify.mail.sent)).toBeVisible()
      expect(await findShownKeys(page)).toEqual([])

      await page.getByLabel(login.verify.code, { exact: true }).fill(code)
      await expect(page.getByRole('heading', { name: onboarding.heading })).toBeVisible()
      await page.getByRole('textbox', { name: onboarding.name, exact: true }).fill('Zoë')
      await page.getByRole('button', { name: common.continue, exact: true }).click()
      await expect(page.getByRole('heading', { name: fill(home.greeting, { name: 'Zoë' }) })).toBeVisible()
      await expect(page).toHaveTitle(`${home.title} · ${appConfig.name}`)
      expect(await findShownKeys(page)).toEqual([])
    },
  )
}

test('the server chooses the language by the URL, then the cookie, then Accept-Language', async ({ app }) => {
  const firstTag = async (path: string, headers: Record<string, string> = {}) => {
    const { status, body } = await new Visitor(app).get(path, headers)
    return `${status} ${/<html[^>]*>/.exec(String(body))?.[0]}`
  }
  const tag = (language: string, direction = 'ltr') => new RegExp(`^200 <html lang="${language}" dir="${direction}"`)
  const french = { cookie: `${languageCookie.name}=fr`, 'accept-language': 'ar' }
  expect(await firstTag('/login')).toMatch(tag('en'))
  expect(await firstTag('/login', { 'accept-language': 'de-AT, ar-EG;q=0.5, sw;q=0.7' })).toMatch(tag('sw'))
  expect(await firstTag('/login', { 'accept-language': 'ar' })).toMatch(tag('ar', 'rtl'))
  expect(await firstTag('/login', french)).toMatch(tag('fr'))
  expect(await firstTag('/login?lng=ar', french)).toMatch(tag('ar', 'rtl'))
})

test('a language in the URL is stored in a cookie for 30 days, and unknown languages are ignored', async ({ app }) => {
  const { headers } = await new Visitor(app).get('/login?lng=ar')
  expect(headers.getSetCookie().join()).toMatch(/^lng=ar; Path=\/; Max-Age=2592000; SameSite=Lax$/)
  for (const hostile of ['de', '../../etc', '__proto__', 'en%0d%0aSet-Cookie:x=1', 'EN<script>', '', 'ar&lng=de']) {
    const answer = await new Visitor(app).get(`/login?lng=${hostile}`)
    expect(answer.status, hostile).toBe(200)
    const isFirstOfTwo = hostile === 'ar&lng=de'
    expect(answer.headers.getSetCookie().length, hostile).toBe(isFirstOfTwo ? 1 : 0)
    expect(String(answer.body), hostile).toContain(isFirstOfTwo ? '<html lang="ar"' : '<html lang="en"')
  }
})

test('changing the language loads only the missing texts of the page', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.resourceType()} ${new URL(request.url()).pathname}`))
  await page.goto('/login')
  const names = () =>
    asked
      .splice(0)
      .map((request) => request.replace(/-[\w-]{8}/, ''))
      // Leaves out scripts, and files for passkeys, which are loaded at the first interaction with the page.
      .filter((request) => !request.startsWith('script') && !request.includes('passkey'))
      .sort()
  await page.waitForLoadState('networkidle')
  names()

  const [en, fr] = [textsOf('en'), textsOf('fr')]
  await page.getByLabel(en.common.language).selectOption('fr')
  await expect(page.getByRole('heading', { name: fr.login.heading, exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page).toHaveTitle(`${fr.login.title} · ${appConfig.name}`)
  await expect(page.locator('[aria-live=assertive]')).toHaveText(fr.common.languageChanged)
  expect(names()).toEqual(['fetch /assets/texts/fr/common.json', 'fetch /assets/texts/fr/login.json'])
  const kept = await page.context().cookies()
  expect(kept.find(({ name }) => name === languageCookie.name)).toMatchObject({
    value: 'fr',
    path: '/',
    sameSite: 'Lax',
  })
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe('fr')

  await page.getByLabel(fr.common.language).selectOption('en')
  await expect(page.getByRole('heading', { name: en.login.heading, exact: true })).toBeVisible()
  await page.getByLabel(en.common.language).selectOption('fr')
  await expect(page.getByRole('heading', { name: fr.login.heading, exact: true })).toBeVisible()
  expect(names()).toEqual([])
})

test('a language in localStorage without a cookie is applied after hydration', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('i18nextLng', 'sw'))
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: textsOf('sw').login.heading, exact: true })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  const cookies = await page.context().cookies()
  expect(cookies.find(({ name }) => name === languageCookie.name)?.value).toBe('sw')
  await page.getByLabel(textsOf('sw').common.language).selectOption('en')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
