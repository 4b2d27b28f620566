import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const PACKAGES = {
  latin: import.meta.resolve('@fontsource/noto-sans/package.json'),
  arabic: import.meta.resolve('@fontsource/noto-sans-arabic/package.json'),
}
const FILES = [
  { family: 'Test Latin', place: PACKAGES.latin, file: 'noto-sans-latin' },
  { family: 'Test Latin Extended', place: PACKAGES.latin, file: 'noto-sans-latin-ext' },
  { family: 'Test Arabic', place: PACKAGES.arabic, file: 'noto-sans-arabic-arabic' },
]
const WEIGHTS = ['400', '500', '600']

/** Sets the page that is open in a typeface that comes with the tests: the system's own differs between machines. */
export async function setInTestTypeface(page: Page): Promise<void> {
  const faces = FILES.flatMap(({ family, place, file }) =>
    WEIGHTS.map((weight) => ({
      family,
      weight,
      base64: readFileSync(new URL(`files/${file}-${weight}-normal.woff2`, place)).toString('base64'),
    })),
  )
  await page.evaluate(async (given) => {
    // From bytes, which no Content-Security-Policy has a say in.
    for (const { family, weight, base64 } of given) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
      document.fonts.add(await new FontFace(family, bytes, { weight }).load())
    }
    const families = [...new Set(given.map(({ family }) => `'${family}'`))]
    document.documentElement.style.setProperty('--font-sans', families.join(', '))
  }, faces)
}
