import { readdirSync } from 'node:fs'
import { ALL_PAGES, PAGES_LOOKED_AT } from '../support/all-pages.ts'
import { expect, test as base } from '../support/all-visitors.ts'
import { nameNoDays } from '../support/nameless-days.ts'
import { takeInHand } from '../support/page-health.ts'
import type { ProductPage } from '../support/pages/product-page.ts'
import { isWholeMatrix } from '../support/speed.ts'
import { makeStill, makeStillWorld, renewCode } from '../support/still-world.ts'

const VIEWS = [
  { theme: 'light', lng: 'en', screen: 'desktop' },
  { theme: 'dark', lng: 'ar', screen: 'phone' },
  { theme: 'light', lng: 'fr', screen: 'tablet' },
] as const
type View = (typeof VIEWS)[number]

/** Our `test` in a world that is the same in every run, on a database of its own. */
const test = base.extend({
  world: [({ app }, use) => makeStillWorld(app).then(use), { scope: 'worker' }],
  visitors: [
    async ({ visitors, app, world }, use) => {
      await makeStill(app, world)
      await use(visitors)
    },
    { scope: 'worker', timeout: 60_000 },
  ],
})

test.describe.configure({ mode: 'parallel' })

/** These show what another one shows, but for a sentence at most. */
const SEEN_ELSEWHERE = new Set([
  'root',
  'login error, signup_disabled',
  'login error, unknown_error',
  'inbox outside of local mode',
  'kit outside of local mode',
  'front of the administration',
  // What it shows is the machine that it runs on: e2e/system/system.e2e.ts looks at it.
  'system',
])
const PICTURED = ALL_PAGES.filter(({ name }) => !SEEN_ELSEWHERE.has(name))
/** Between phone and desktop only the areas look otherwise. */
const viewsOf = ({ screen, visitor }: ProductPage) =>
  VIEWS.filter((view) => {
    if (view.screen === 'tablet') return !screen && ['user', 'admin'].includes(visitor)
    return !screen || view.screen === screen
  })
const pictureOf = ({ name }: ProductPage, { theme, lng, screen }: View) =>
  `${name.toLowerCase().replaceAll(/[^a-z\d]+/g, '-')}-${theme}-${lng}-${screen}.png`

test.beforeEach(({ app }) => renewCode(app))

for (const shown of PAGES_LOOKED_AT.filter((page) => PICTURED.includes(page)))
  test(`${shown.name}: looks as it did`, async ({ open }) => {
    for (const view of isWholeMatrix ? viewsOf(shown) : viewsOf(shown).slice(0, 1)) {
      const { page } = await open({ ...shown, screen: view.screen }, view.lng)
      await page.emulateMedia({ colorScheme: view.theme })
      const letGo = view.screen === 'desktop' ? undefined : await takeInHand(page)
      await expect(page.locator('html')).toHaveClass(new RegExp(view.theme))
      await nameNoDays(page)
      // What lies over a page is pictured alone: the page below it has its own picture.
      const dialog = page.getByRole('dialog')
      const subject = (await dialog.isVisible()) ? dialog : page
      await expect.soft(subject).toHaveScreenshot(['pages', pictureOf(shown, view)])
      await letGo?.()
    }
  })

test('no picture is of a page that is no more', () => {
  const wanted = new Set(PICTURED.flatMap((shown) => viewsOf(shown).map((view) => pictureOf(shown, view))))
  const kept = readdirSync(new URL('../screenshots/pages', import.meta.url))
  expect(kept.filter((name) => !wanted.has(name))).toEqual([])
})
