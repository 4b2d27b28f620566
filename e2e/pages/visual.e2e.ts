import { readdirSync } from 'node:fs'
import { expect } from '../support/all-visitors.ts'
import {
  FIRST_VIEW,
  SCREENSHOT_PAGES,
  SCREENSHOT_PAGES_IN_RUN,
  screenshotName,
  expectScreenshot,
  test,
  viewsOf,
} from '../support/screenshots.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

test.describe.configure({ mode: 'parallel' })

// Skip the first view, because every-page.e2e.ts compares its screenshot.
for (const shown of SCREENSHOT_PAGES_IN_RUN) {
  const views = viewsOf(shown).filter((view) => view !== FIRST_VIEW)
  if (views.length === 0) continue
  test(
    `${shown.name}: screenshots match in the other themes, languages and screen sizes`,
    ONLY_IN_FULL_RUN,
    async ({ open }) => {
      for (const view of views) {
        const { page } = await open({ ...shown, screen: view.screen }, view.lng)
        await expectScreenshot(page, shown, view)
      }
    },
  )
}

test('every stored screenshot belongs to an existing page', () => {
  const wanted = new Set(SCREENSHOT_PAGES.flatMap((shown) => viewsOf(shown).map((view) => screenshotName(shown, view))))
  const kept = readdirSync(new URL('../screenshots/pages', import.meta.url))
  expect(kept.filter((name) => !wanted.has(name))).toEqual([])
})
