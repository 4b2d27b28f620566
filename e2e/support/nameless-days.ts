import type { Page } from '@playwright/test'

/** Replaces all days on a page with a fixed day of the same format, so that screenshots do not depend on the date. */
export async function replaceDays(page: Page) {
  await page.locator('main figure > p:last-child span, main tbody time:not([title])').evaluateAll((days) => {
    for (const day of days) day.textContent = day.tagName === 'TIME' ? 'Friday, March 14, 2025' : '14 Mar'
  })
  await page.locator('main time[title]').evaluateAll((times) => {
    const lastCounted = Date.now() - 6.5 * 86_400_000
    for (const time of times as HTMLTimeElement[])
      if (Date.parse(time.dateTime) < lastCounted) time.textContent = 'Mar 14, 2025'
  })
}
