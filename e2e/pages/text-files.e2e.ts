import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { untilHydrated } from '../support/page-health.ts'
import { enter } from '../support/lists.ts'
import { watchForKeys } from '../support/shown-keys.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { alsoInQuickRun, ONLY_IN_FULL_RUN } from '../support/speed.ts'

const { common, dashboard, repositories, users } = textsOf('en')
/** Matches the URLs of the build's text files. */
const TEXTS = /\/assets\/texts-[\w-]{8}\//
const USERS_TEXTS = /\/assets\/texts-[\w-]{8}\/\w+\/users\.json$/

let keys: string[]
test.beforeEach(async ({ page, app }) => {
  keys = await watchForKeys(page)
  await enter(app, page, 'admin', '/manager/dashboard')
  await page.waitForLoadState('networkidle')
})
test.afterEach(() => {
  expect(keys).toEqual([])
})

test('if a release removed a text file, the page is reloaded immediately and only once', async ({ page }) => {
  await failRequests(page, USERS_TEXTS, 404)
  const documents = documentsOf(page)
  await goToUsers(page)
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
  await expect(page).toHaveURL(/\/manager\/users$/)
  await page.waitForLoadState('networkidle')
  expect(documents).toHaveLength(1)
})

test('a link that is followed while its page preloads reloads the page, too, if a text file is missing', async ({
  page,
}) => {
  let answer = () => {}
  const isFollowed = new Promise<void>((resolve) => (answer = resolve))
  await page.route(USERS_TEXTS, async (route) => {
    await isFollowed
    await route.fulfill({ status: 404 })
  })
  const isPreloading = page.waitForRequest(USERS_TEXTS)
  await page.getByRole('link', { name: common.nav.users, exact: true }).hover()
  await isPreloading
  await goToUsers(page)
  await expect(page).toHaveURL(/\/manager\/users$/)
  const documents = documentsOf(page)
  answer()
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
  expect(documents).toHaveLength(1)
})

test('a text file that is missing permanently leads to an error page instead of endless reloads', async ({ page }) => {
  await failRequests(page, TEXTS, 404)
  const documents = documentsOf(page)
  await goToUsers(page)
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
  await untilHydrated(page)
  await page.getByRole('link', { name: common.nav.dashboard, exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: dashboard.title })).toBeVisible()
  expect(documents).toHaveLength(2)
  // Waits for hydration, because before hydration a link loads a new document.
  await untilHydrated(page)
  await goToUsers(page)
  await expectFailedPage(page)
  expect(documents).toHaveLength(2)
  await page.unrouteAll()
  await page.getByRole('button', { name: common.tryAgain }).click()
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
})

test('pointing at a link does not reload the page, even if text files are missing', async ({ page }) => {
  const asked = await failRequests(page, TEXTS, 404)
  const documents = documentsOf(page)
  await page.getByRole('link', { name: common.nav.users, exact: true }).hover()
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  await page.waitForTimeout(500)
  expect(documents).toEqual([])
  await expect(page.getByRole('heading', { level: 1, name: dashboard.title })).toBeVisible()
})

test('a text file that fails to load twice is requested again, while a progress bar is shown', async ({ page }) => {
  const asked = await failRequests(page, USERS_TEXTS, 500, 2)
  const documents = documentsOf(page)
  await goToUsers(page)
  await expect(page.getByRole('progressbar', { name: common.loading })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: common.loading })).toBeHidden()
  expect(asked).toHaveLength(3)
  expect(documents).toEqual([])
})

for (const failure of [500, 'away'] as const)
  test(
    `texts that cannot be loaded (${failure}) are requested 5 more times; then an error page offers to try again`,
    ONLY_IN_FULL_RUN,
    async ({ page }) => {
      const asked = await failRequests(page, USERS_TEXTS, failure)
      await goToUsers(page)
      await expectFailedPage(page)
      expect(asked).toHaveLength(6)
      await page.getByRole('link', { name: common.home }).click()
      await expect(page.getByRole('heading', { level: 1, name: dashboard.title })).toBeVisible()
      await page.goBack()
      await expectFailedPage(page)
      await page.unrouteAll()
      await page.getByRole('button', { name: common.tryAgain }).click()
      await expect(page.getByRole('heading', { level: 1, name: users.title })).toBeVisible()
      await expect(page).toHaveTitle(`${users.title} · ${appConfig.name}`)
    },
  )

test('a language that cannot be loaded is not applied, and the input is kept', async ({ page }) => {
  await page.context().clearCookies()
  await page.goto('/login')
  const address = page.getByRole('textbox')
  await address.fill('half an addr')
  await failRequests(page, TEXTS, 500)
  await page.getByLabel(common.language).selectOption('fr')
  await expect(page.getByRole('progressbar', { name: common.loading })).toBeVisible()
  await expect(page.getByText(common.languageNotChanged)).toBeVisible({ timeout: 20_000 })
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page.getByLabel(common.language)).toHaveValue('en')
  await expect(address).toHaveValue('half an addr')
  expect((await page.context().cookies()).filter(({ name }) => name === appConfig.languageCookie.name)).toEqual([])
  await page.unrouteAll()
  await page.getByLabel(common.language).selectOption('fr')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(address).toHaveValue('half an addr')
})

for (const [what, englishMs, failure] of [
  ['the page loads first, and its texts in the new language are late', 0, undefined],
  ['the page loads first, and its texts in the new language cannot be loaded', 0, 500],
  ['the new language loads first', 900, undefined],
] as const)
  test(
    `a page opened during a change of language never shows incomplete texts: ${what}`,
    alsoInQuickRun(failure === undefined && englishMs === 0),
    async ({ page }) => {
      const fr = textsOf('fr')
      await untilHydrated(page)
      await page.route(TEXTS, async (route) => {
        const answer = await route.fetch()
        const isOfPage = USERS_TEXTS.test(route.request().url())
        const isFrenchOfPage = isOfPage && (await answer.text()).includes(fr.users.title)
        const waitMs = isFrenchOfPage ? 1_500 : isOfPage ? englishMs : 500
        await new Promise((resolve) => setTimeout(resolve, failure ? Math.min(waitMs, 500) : waitMs))
        await route.fulfill(isFrenchOfPage && failure ? { status: failure } : { response: answer })
      })
      const wasWhole = page.evaluate(async () => {
        const isWhole = () => [...document.querySelectorAll('nav a')].some((link) => link.checkVisibility())
        const end = performance.now() + 5_000
        while (performance.now() < end && isWhole()) await new Promise(requestAnimationFrame)
        return isWhole()
      })
      await page.getByLabel(common.language).first().selectOption('fr', { force: true })
      await goToUsers(page)
      const title = failure ? users.title : fr.users.title
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible({ timeout: 10_000 })
      await expect(page).toHaveTitle(`${title} · ${appConfig.name}`)
      if (failure) await expect(page.getByText(common.languageNotChanged)).toBeVisible({ timeout: 20_000 })
      expect(await wasWhole).toBe(true)
    },
  )

test('a language whose text files were removed is loaded by a reload, after a confirmation if there is input', async ({
  page,
}) => {
  await page.context().clearCookies()
  await page.goto('/login')
  const address = page.getByRole('textbox')
  await address.fill('half an addr')
  await failRequests(page, TEXTS, 404)
  const choose = async () => {
    const question = page.waitForEvent('dialog')
    await page.getByLabel(common.language).selectOption('fr')
    return question
  }
  const question = await choose()
  expect(question.message()).toBe(common.unsavedChanges)
  await question.dismiss()
  await expect(page.getByText(common.languageNotChanged)).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(address).toHaveValue('half an addr')
  // Record the cookies when the reload starts, because the browser can send the request from then on.
  await page.evaluate(() =>
    navigation.addEventListener('navigate', () => sessionStorage.setItem('cookies', document.cookie)),
  )
  await (await choose()).accept()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  expect(await page.evaluate(() => sessionStorage.getItem('cookies'))).toContain(`${appConfig.languageCookie.name}=fr`)
})

test('an error is shown as a sentence even if the texts of errors cannot be loaded', async ({ page }) => {
  test.slow()
  await page.goto('/manager/repositories?dialog=new')
  await failRequests(page, TEXTS, 500)
  await page.route(/createRepository/, (route) => route.abort())
  await page.getByRole('textbox', { name: repositories.name, exact: true }).fill('Lost on the way')
  await page.getByLabel(repositories.link, { exact: true }).fill('lost.example.com')
  await page.getByRole('button', { name: repositories.create }).click()
  await expect(page.getByRole('alert').getByText(common.pages['503'].title)).toBeVisible()
})

/** Makes requests for these files fail from now on, at most `times` times. @returns the requested URLs */
async function failRequests(page: Page, files: RegExp, failure: number | 'away', times = Infinity): Promise<string[]> {
  const asked: string[] = []
  await page.route(files, (route) => {
    asked.push(route.request().url())
    if (asked.length > times) return route.continue()
    return failure === 'away' ? route.abort() : route.fulfill({ status: failure })
  })
  return asked
}

/** Follows the link by keyboard, because the pointer would preload the page. */
async function goToUsers(page: Page) {
  await page.getByRole('link', { name: common.nav.users, exact: true }).press('Enter')
}

async function expectFailedPage(page: Page) {
  await expect(page.getByRole('heading', { level: 1, name: common.pages['503'].title })).toBeVisible({
    timeout: 30_000,
  })
  await expect(page).toHaveTitle(`${common.pages['503'].title} · ${appConfig.name}`)
}

function documentsOf(page: Page): string[] {
  const documents: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'document' && request.frame() === page.mainFrame()) documents.push(request.url())
  })
  return documents
}
