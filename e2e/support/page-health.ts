import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

/** The minified build of axe, which the browser parses in half the time of the full build. */
const AXE = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * Matches console messages that are expected: responses that are rightly 4xx, and in headless Chromium the scripts that
 * Playwright itself runs in the frame of an email, where no script is allowed.
 */
const IS_NO_COMPLAINT = /status of 4\d\d|Blocked script execution in 'about:srcdoc'/

/** Collects a page's errors and warnings in the console, its uncaught errors, and blocks by its Content-Security-Policy. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !IS_NO_COMPLAINT.test(message.text()))
      complaints.push(`${message.type()}: ${message.text()}`)
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  return complaints
}

/** Returns axe's findings for WCAG 2.2 AA and best practices, or for these rules, each with its element. */
export async function accessibilityProblems(page: Page, rules?: string[]): Promise<string[]> {
  const options: axe.RunOptions = {
    runOnly: rules ? { type: 'rule', values: rules } : { type: 'tag', values: RULES },
    resultTypes: ['violations'],
    iframes: false,
  }
  // Loads axe once per document, because most pages are checked several times.
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE)
  return page.evaluate(async (asked) => {
    // Finishes transitions, because a color in the middle of a transition has another contrast than the final color.
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().iterations !== Infinity)
    for (const animation of ending) animation.finish()
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, asked)
    // Skips contrast behind an open menu, because the menu covers content until it is closed.
    const isMenuOpen = document.querySelector('[role=menu], details[open]') !== null
    return violations.flatMap(({ id, nodes }) =>
      nodes
        .filter(({ failureSummary }) => !(isMenuOpen && /partially obscured/.test(failureSummary ?? '')))
        .map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary}`),
    )
  }, options)
}

/** Returns the number of pixels by which the page is wider than its window. */
export function horizontalOverflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
}

/** Waits until React has hydrated the page. By then, React has reported the problems that it found. */
export async function untilHydrated(page: Page) {
  await page.waitForFunction(() => window.isHydrated === true)
}

/**
 * Makes `goto` and `reload` of a page wait for hydration, unless their option `waitUntil` is `commit`. A test that acts earlier
 * meets another page, because until then links load documents and forms are sent by the browser.
 */
export function waitForHydration(page: Page): void {
  const goto = page.goto.bind(page)
  const reload = page.reload.bind(page)
  page.goto = async (url, options) => {
    const response = await goto(url, options)
    if (options?.waitUntil !== 'commit') await untilHydratedIfScripted(page)
    return response
  }
  page.reload = async (options) => {
    const response = await reload(options)
    if (options?.waitUntil !== 'commit') await untilHydratedIfScripted(page)
    return response
  }
}

/** Waits until React has hydrated the page, unless the page has no scripts or the browser runs none. */
async function untilHydratedIfScripted(page: Page) {
  const isScripted = () =>
    matchMedia('(scripting: enabled)').matches && document.querySelector('script[type=module]') !== null
  // A page that leads to another one at once can no longer be asked.
  if (await page.evaluate(isScripted).catch(() => false)) await untilHydrated(page)
}

/** Slows the browser down, so that React hydrates the page in several steps. */
export async function slowDown(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setCPUThrottlingRate', { rate: 8 })
}

/** Makes the browser emulate a touch device. @returns a function that turns the emulation off */
export async function emulateTouch(page: Page): Promise<() => Promise<void>> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true)
  return () => devTools.detach()
}
