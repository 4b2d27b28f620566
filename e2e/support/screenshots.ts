import type { Page } from '@playwright/test'
import { isLanguage } from '#i18n/languages.ts'
import { ALL_PAGES, TESTED_PAGES } from './all-pages.ts'
import type { SCREENS } from './all-visitors.ts'
import { expect, test as base } from './all-visitors.ts'
import { replaceDays } from './nameless-days.ts'
import { emulateTouch } from './page-health.ts'
import type { ProductPage } from './pages/product-page.ts'
import { resetScreenshotWorld, makeScreenshotWorld, renewCode } from './screenshot-world.ts'

interface View {
  theme: 'light' | 'dark'
  lng: string
  screen: keyof typeof SCREENS
}

/** The view that every-page.e2e.ts compares during its visit of a page, so that no second visit is needed. */
export const FIRST_VIEW: View = { theme: 'light', lng: 'en', screen: 'desktop' }
const ALL_VIEWS: View[] = [
  FIRST_VIEW,
  { theme: 'dark', lng: 'ar', screen: 'phone' },
  { theme: 'light', lng: 'fr', screen: 'tablet' },
]
const VIEWS = ALL_VIEWS.filter(({ lng }) => isLanguage(lng))

/** The tests' `test` with a database of its own and data that is the same in every run. */
export const test = base.extend({
  world: [({ app }, use) => makeScreenshotWorld(app).then(use), { scope: 'worker' }],
  visitors: [
    async ({ visitors, app, world }, use) => {
      await resetScreenshotWorld(app, world)
      await use(visitors)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  open: async ({ open, app }, use) => {
    await renewCode(app)
    await use(open)
  },
})

/** The pages without screenshots, because they look like another page except for a sentence at most. */
const SEEN_ELSEWHERE = new Set([
  'root',
  'login error, signup_disabled',
  'login error, unknown_error',
  'inbox outside of local mode',
  'kit outside of local mode',
  'front of the administration',
  // This page shows data of the machine; e2e/system/system.e2e.ts checks it.
  'system',
])
export const SCREENSHOT_PAGES = ALL_PAGES.filter(({ name }) => !SEEN_ELSEWHERE.has(name))
/** The pages whose screenshots this run compares. */
export const SCREENSHOT_PAGES_IN_RUN = TESTED_PAGES.filter((page) => SCREENSHOT_PAGES.includes(page))

/** Returns the views of a page. Only pages of the areas have a screenshot on a tablet. */
export const viewsOf = ({ screen, visitor }: ProductPage): View[] =>
  VIEWS.filter((view) => {
    if (view.screen === 'tablet') return !screen && ['user', 'admin'].includes(visitor)
    return !screen || view.screen === screen
  })

/** Returns the file of a page's screenshot. */
export const screenshotName = ({ name }: ProductPage, { theme, lng, screen }: View) =>
  `${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}-${theme}-${lng}-${screen}.png`

/**
 * Compares an open page with its screenshot. If a dialog is open, compares only the dialog, without the page below it.
 */
export async function expectScreenshot(page: Page, shown: ProductPage, view: View): Promise<void> {
  await page.emulateMedia({ colorScheme: view.theme })
  const letGo = view.screen === 'desktop' ? undefined : await emulateTouch(page)
  await expect(page.locator('html')).toHaveClass(new RegExp(view.theme))
  await replaceDays(page)
  await replaceIds(page)
  const dialog = page.getByRole('dialog')
  const subject = (await dialog.isVisible()) ? dialog : page
  await expect.soft(subject).toHaveScreenshot(['pages', screenshotName(shown, view)])
  await letGo?.()
}

/**
 * Replaces the random IDs on a page, and the numbers of history entries, with fixed ones, so that screenshots do not depend on
 * them. An entry's number depends on how many events happened before it.
 */
function replaceIds(page: Page): Promise<void> {
  return page.evaluate(() => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { data } = texts.currentNode as Text
      const fixed = data.replace(/[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}/g, '0193e5a0-0000-4000-8000-000000000000')
      if (fixed !== data) (texts.currentNode as Text).data = fixed
    }
    for (const link of document.querySelectorAll('[role=dialog] a[href*="entry="]')) link.textContent = '224'
  })
}
