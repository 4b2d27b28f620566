import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** Half of what is not minified, and so read by the browser in half the time. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * A document that is rightly 4xx; and in Chromium without windows what Playwright itself would run in the frame of a mail, in
 * which nothing runs.
 */
const IS_NO_COMPLAINT = /status of 4\d\d|Blocked script execution in 'about:srcdoc'/

/**
 * Collects what a page complains about in its console, what it fails with, and what its Content-Security-Policy stops.
 */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !IS_NO_COMPLAINT.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** The findings of axe against WCAG 2.2 AA and good practice, or against some rules of it: rule, and where. */
export async function accessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: RULES },
    resultTypes: ['violations'],
    iframes: false,
  }
  // It stays in the document: most are looked at several times.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (asked) => {
    // A colour that is on its way to another is neither.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    for (const animation of ending) animation.finish()
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked)
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
  }, options)
}

/** The number of pixels that the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Waits until React has taken the page over: what it finds wrong with it is said by then. */
export async function untilAlive(page: Page) {
  await page.waitForFunction(() => window.isAlive === true)
}

/** Makes the browser slow, so that React takes the page over in several steps. */
export async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
}

/** Makes the browser one of a device that is used by a finger. @returns what makes it again one with a mouse */
export async function takeInHand(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  return () => devTools.detach()
}
