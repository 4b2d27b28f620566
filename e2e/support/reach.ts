import type { Page } from '@playwright/test'
import { expect, resize, SCREENS } from './all-visitors.ts'
import { horizontalOverflow, emulateTouch } from './page-health.ts'

/** The narrowest phone, and a desktop window at 200 %. */
const NARROW = { '320 px': { width: 320, height: 640 }, 'twice the size': { width: 640, height: 400 } }
const FINGER = 44

/** Expects that all controls on the page are in reach on every screen, no matter how long the texts are. */
export async function expectControlsInReach(page: Page, where: string) {
  const release = await emulateTouch(page)
  await resize(page, SCREENS.phone)
  // Polls, because the page notices the emulated touch device with a delay.
  const eventually = expect.configure({ soft: true })
  await eventually.poll(() => smallControls(page), `${where} has controls smaller than a finger`).toEqual([])
  await release()
  for (const [name, size] of Object.entries(NARROW)) {
    await resize(page, size)
    expect.soft(await horizontalOverflow(page), `${where} is wider than the window at ${name}`).toBe(0)
    expect.soft(await clippedControls(page), `${where} cuts off controls at ${name}`).toEqual([])
  }
}

/** Returns the controls that reach beyond the left or right edge of the window, except for chips, whose row scrolls. */
function clippedControls(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    return [...document.querySelectorAll('a, button, input, select, textarea, summary')]
      .filter((element) => element.checkVisibility() && !element.closest('.sr-only, [aria-hidden=true], .chips'))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.left < -1 || box.right > width + 1))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 120)} from ${box.left} to ${box.right}`)
  })
}

/** Returns the controls that are smaller than a finger, except for links within sentences and controls within labels. */
function smallControls(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const isHidden = (element: Element) =>
      !element.checkVisibility() || element.closest('.sr-only, [aria-hidden=true], [inert]') !== null
    const standsInSentence = (element: Element) =>
      element.matches('p a, dd a, span a') || element.parentElement?.matches('label') === true
    return [...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')]
      .filter((element) => !isHidden(element) && !standsInSentence(element))
      .map((element) => {
        const after = getComputedStyle(element, '::after')
        // A link that covers its row is as large as the row.
        const covered = after.position === 'absolute' && after.content !== 'none' ? element.closest('tr, li') : null
        return { element, box: (covered ?? element).getBoundingClientRect() }
      })
      .filter(({ box }) => box.width > 1 && box.height > 1 && (box.width < least - 0.5 || box.height < least - 0.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 160)} is ${box.width} × ${box.height}`)
  }, FINGER)
}
