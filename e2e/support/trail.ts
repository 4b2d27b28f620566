import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** The entries of this tab's history, oldest first; `>` stands before the one that is shown. */
export async function expectTrail(page: Page, ...trail: string[]): Promise<void> {
  // A page that goes for another meanwhile is asked again.
  await expect.poll(() => page.evaluate(readTrail).catch(String)).toEqual(trail)
}

function readTrail() {
  const shown = navigation.currentEntry?.index
  return navigation.entries().map(({ url, index }) => {
    const { pathname, search } = new URL(url ?? '')
    return `${index === shown ? '>' : ''}${pathname}${search}`
  })
}
