import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const PACKAGES = {
  latin: import.meta.resolve('@fontsource/noto-sans/package.json'),
  arabic: import.meta.resolve('@fontsource/noto-sans-arabic/package.json'),
}
const FILES = [
  { family: 'Latin', place: PACKAGES.latin, file: 'noto-sans-latin' },
  { family: 'Latin Extended', place: PACKAGES.latin, file: 'noto-sans-latin-ext' },
  { family: 'Arabic', place: PACKAGES.arabic, file: 'noto-sans-arabic-arabic' },
]

type Typeface = 'narrow' | 'wide'

/**
 * The typefaces in which pages are tested: Noto Sans, scaled for each font weight. The wide one is as wide as DejaVu Sans or
 * Verdana, which have no weight between 400 and 700.
 */
const TYPEFACES: Record<Typeface, Record<string, string>> = {
  narrow: { 400: '100%', 500: '100%', 600: '100%' },
  wide: { 400: '109%', 500: '109%', 600: '120%' },
}

let read: { family: string; weight: string; base64: string }[] | undefined

/** Sets the open page in a typeface that comes with the tests, because the system's typeface differs between machines. */
export async function setInTestTypeface(page: Page, typeface: Typeface = 'narrow'): Promise<void> {
  read ??= FILES.flatMap(({ family, place, file }) =>
    ['400', '500', '600'].map((weight) => ({
      family,
      weight,
      base64: readFileSync(new URL(`files/${file}-${weight}-normal.woff2`, place)).toString('base64'),
    })),
  )
  const isLoaded = await page.evaluate(
    (name) => [...document.fonts].some(({ family }) => family.includes(name)),
    typeface,
  )
  await page.evaluate(
    async ({ given, name, sizes }) => {
      // Loads the fonts from bytes, which no Content-Security-Policy blocks.
      for (const { family, weight, base64 } of given) {
        const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
        const look: FontFaceDescriptors & { sizeAdjust?: string | undefined } = { weight, sizeAdjust: sizes[weight] }
        document.fonts.add(await new FontFace(`${family} ${name}`, bytes, look).load())
      }
      const families = ['Latin', 'Latin Extended', 'Arabic'].map((family) => `'${family} ${name}'`)
      document.documentElement.style.setProperty('--font-sans', families.join(', '))
    },
    { given: isLoaded ? [] : read, name: typeface, sizes: TYPEFACES[typeface] },
  )
}
