import type { BrowserContext, Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type ProductPage, VISITORS } from './pages/product-page.ts'
import { someAddress } from './app.ts'
import { complaintsOf, untilHydrated } from './page-health.ts'
import { signIn, test as base } from './test.ts'
import { setInTestTypeface } from './typeface.ts'
import { makeWorld, type World } from './world.ts'

export const SCREENS = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desktop: { width: 1440, height: 900 },
}

type Contexts = Record<(typeof VISITORS)[number], BrowserContext>

interface PerWorker {
  world: World
  /** A browser context for each kind of visitor, signed in once. */
  visitors: Contexts
}

interface OpenedPage {
  page: Page
  status: number
  /** The errors and warnings that the page has reported since it was opened. */
  complaints: string[]
}

/** A page of `ALL_PAGES`, on any screen. */
type VisitedPage = Omit<ProductPage, 'screen'> & { screen?: keyof typeof SCREENS }

interface PerTest {
  /** Opens a page in the only tab of its visitor, waits for hydration, and sets the page in the tests' typeface. */
  open: (shown: VisitedPage, language: string) => Promise<OpenedPage>
}

/** Playwright's `test` with a world and a browser context for each kind of visitor. */
export const test = base.extend<PerTest, PerWorker>({
  world: [({ app }, use) => makeWorld(app).then(use), { scope: 'worker' }],
  visitors: [
    async ({ app, world, browser }, use) => {
      const contexts: Partial<Contexts> = {}
      for (const visitor of VISITORS)
        contexts[visitor] = await browser.newContext({
          baseURL: app.url,
          extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
          locale: 'en',
          timezoneId: 'UTC',
          reducedMotion: 'reduce',
        })
      const visitors = contexts as Contexts
      await visitors.nobody.request.post('/api/auth/email-otp/send-verification-otp', {
        headers: { origin: app.url },
        data: { email: world.askedEmail, type: 'sign-in' },
      })
      await signIn(app, visitors.newcomer, world.newcomer.email)
      await signIn(app, visitors.user, world.user.email)
      await signIn(app, visitors.admin, world.admin.email)
      await signIn(app, visitors.member, world.member.email)
      await signIn(app, visitors.impersonator, world.impersonated.email)
      await app.sql`
        update session set impersonated_by = ${world.admin.id}, expires_at = now() + interval '50 minutes'
        where user_id = ${world.impersonated.id}`
      await use(visitors)
      for (const context of Object.values(visitors)) await context.close()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  open: ({ visitors, app, world }, use) =>
    use(async ({ visitor, path, act, screen = 'desktop' }, language) => {
      const context = visitors[visitor]
      await context.addCookies([{ name: appConfig.languageCookie.name, value: language, url: app.url }])
      const { page, complaints } = await windowOf(context)
      await page.setViewportSize(SCREENS[screen])
      // Drops earlier errors and warnings, which belong to the previous page.
      page.once('framenavigated', () => complaints.splice(0))
      const response = await page.goto(typeof path === 'string' ? path : path(world))
      await untilHydrated(page)
      await setInTestTypeface(page)
      await act?.(page)
      return { page, status: response?.status() ?? 0, complaints }
    }),
})

const windows = new Map<BrowserContext, Pick<OpenedPage, 'page' | 'complaints'>>()

/** Returns the only page of a visitor, reset. A new page would read and compile all scripts again, at twice the cost. */
async function windowOf(context: BrowserContext) {
  const known = windows.get(context)
  if (known) {
    const { page } = known
    await page.evaluate(() => sessionStorage.clear())
    await page.mouse.move(-1, -1)
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'none' })
    return known
  }
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  const opened = { page, complaints: complaintsOf(page) }
  windows.set(context, opened)
  return opened
}

export { expect } from './test.ts'

/** Resizes the window, and waits until an open dialog has adapted to it. */
export async function resize(page: Page, size: { width: number; height: number }) {
  const dialog = page.getByRole('dialog')
  const hadDialog = await dialog.isVisible()
  await page.setViewportSize(size)
  // After two frames, the form of the previous layout is gone, but the form of the new layout might still have to load.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  if (hadDialog) await dialog.waitFor()
}
