import type { Page } from '@playwright/test'
import { ALL_PAGES } from '../support/all-pages.ts'
import { expect, test } from '../support/all-visitors.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const NAMES = new Set(['login', 'verify', 'home', 'repositories', 'account in /app', 'new repository', 'users', 'user'])
const SHOWN = ALL_PAGES.filter(({ name }) => NAMES.has(name))

test('with forced colors, every control has a visible edge and focus ring', ONLY_IN_FULL_RUN, async ({ open }) => {
  for (const shown of SHOWN) {
    const { page } = await open(shown, 'en')
    await page.emulateMedia({ forcedColors: 'active' })
    expect.soft(await findWithoutEdge(page), shown.name).toEqual([])
    await page.keyboard.press('Tab')
    const ring = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
      return { outlineStyle, isWide: Number.parseFloat(outlineWidth) >= 2 }
    })
    expect.soft(ring, shown.name).toEqual({ outlineStyle: 'solid', isWide: true })
  }
})

test('with reduced motion, no page has transitions or animations', async ({ open }) => {
  test.slow()
  for (const shown of SHOWN) {
    const { page } = await open(shown, 'en')
    const moving = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => ({ element, style: getComputedStyle(element) }))
        .filter(({ style }) =>
          [...style.transitionDuration.split(','), ...style.animationDuration.split(',')].some(
            (duration) => Number.parseFloat(duration) > 0.01,
          ),
        )
        .map(({ element }) => element.outerHTML.slice(0, 120)),
    )
    expect.soft(moving, shown.name).toEqual([])
  }
})

/** Returns buttons and fields that are recognizable only by a color. Skips the field for the code, which is drawn as boxes. */
function findWithoutEdge(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'main button[type=submit]:enabled, [role=dialog] button[type=submit]:enabled, main input:not([type=hidden], [autocomplete=one-time-code]), main select, textarea',
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only'))
      .filter((element) => {
        const { appearance, borderTopStyle, borderTopWidth, outlineStyle, textDecorationLine } =
          getComputedStyle(element)
        // A native checkbox is drawn by the browser, with a border of the system.
        if (element.matches('[type=checkbox]') && appearance !== 'none') return false
        const hasNoBorder = borderTopStyle === 'none' || Number.parseFloat(borderTopWidth) < 1
        // An element that looks like a link has an underline instead.
        return hasNoBorder && outlineStyle === 'none' && textDecorationLine === 'none'
      })
      .map((element) => element.outerHTML.slice(0, 160)),
  )
}
