import type { BrowserContext, Page } from '@playwright/test'
import { appConfig } from '#app.config'
import type { Language } from '#i18n/languages.ts'
import { type ProductPage, VISITORS } from './pages/product-page.ts'
import { someAddress } from './app.ts'
import { complaintsOf, untilAlive } from './page-health.ts'
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
  /** One browser for each kind of visitor, signed in once. */
  visitors: Contexts
}

interface Opened {
  page: Page
  status: number
  /** What the page has complained about since it was opened. */
  complaints: string[]
}

/** A page of the list, on any screen. */
type Shown = Omit<ProductPage, 'screen'> & { screen?: keyof typeof SCREENS }

interface PerTest {
  /** Opens a page of the list as who looks at it, in place of what they looked at before, in the face of the tests, alive. */
  open: (shown: Shown, language: Language) => Promise<Opened>
}

/** Our `test`, with a world to look at and everybody who may look. */
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
      // What is said until then is said by the page that is left.
      page.once('framenavigated', () => complaints.splice(0))
      const response = await page.goto(typeof path === 'string' ? path : path(world))
      await untilAlive(page)
      await setInTestTypeface(page)
      await act?.(page)
      return { page, status: response?.status() ?? 0, complaints }
    }),
})

const windows = new Map<BrowserContext, Pick<Opened, 'page' | 'complaints'>>()

/** The one window of a visitor, as new: the browser reads and compiles scripts again for a really new one, at twice the cost. */
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

/** Changes the window, and waits until what lies over the page has taken its other form. */
export async function resize(page: Page, size: { width: number; height: number }) {
  const dialog = page.getByRole('dialog')
  const hadDialog = await dialog.isVisible()
  await page.setViewportSize(size)
  // By then the form before is gone; the other may have to be loaded.
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))))
  if (hadDialog) await dialog.waitFor()
}
