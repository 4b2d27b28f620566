import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Expects these entries in this tab's history, oldest first; `>` marks the one that is shown. */
export async function expectTabHistory(page: Page, ...trail: string[]): Promise<void> {
  // Tries again if the page navigates in the meantime.
  await expect.poll(() => page.evaluate(readTrail).catch(String)).toEqual(trail)
}

function readTrail() {
  const shown = navigation.currentEntry?.index
  return navigation.entries().map(({ url, index }) => {
    const { pathname, search } = new URL(url ?? '')
    return `${index === shown ? '>' : ''}${pathname}${search}`
  })
}
