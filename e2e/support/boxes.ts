import type { Locator } from '@playwright/test'

/** Returns the box of a part of the page, with all values 0 if the part isn't visible. */
export async function boxOf(part: Locator) {
  const { x, y, width, height } = (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { left: x, right: x + width, top: y, bottom: y + height, middle: y + height / 2 }
}
