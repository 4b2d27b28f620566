import { ALL_PAGES } from './support/all-pages.ts'
import { expect, resize, SCREENS, test } from './support/all-visitors.ts'
import { accessibilityProblems } from './support/page-health.ts'

test.describe.configure({ mode: 'parallel' })
test.use({ trace: 'off' })

for (const shown of ALL_PAGES)
  test(`${shown.name}: everybody can use it, in both themes and on both screens`, async ({ open }) => {
    for (const language of ['en', 'ar'] as const) {
      const { page } = await open(shown, language)
      for (const screen of shown.screen ? [shown.screen] : (['desktop', 'phone'] as const)) {
        await resize(page, SCREENS[screen])
        const where = `${shown.name} in ${language} on a ${screen}`
        await page.emulateMedia({ colorScheme: 'light' })
        expect.soft(await accessibilityProblems(page), where).toEqual([])
        await page.emulateMedia({ colorScheme: 'dark' })
        await expect(page.locator('html')).toHaveClass(/dark/)
        // Of all rules only contrast depends on the theme.
        expect.soft(await accessibilityProblems(page, ['color-contrast']), `${where}, dark`).toEqual([])
      }
    }
  })
