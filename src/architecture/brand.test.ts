import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ACCENT, ACCENT_ON_DARK } from '#emails/colors.ts'

type Rgb = [red: number, green: number, blue: number]

const ROOT = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8')
const styles = read('src/ui/styles.css')
const brandHue = Number(/--brand-hue: ([\d.]+);/.exec(styles)?.[1])
const tokens = [...styles.matchAll(/--([\w-]+): light-dark\(oklch\((.+)\), oklch\((.+)\)\);/g)]
/** Color tokens, their background tokens, and the minimum contrast of WCAG 2.2 AA: 4.5 for text, 3 for edges of fields. */
const PAIRS: [token: string, grounds: string[], contrast: number][] = [
  ['text', ['page', 'surface', 'sunken', 'accent-surface'], 4.5],
  ['muted', ['page', 'surface', 'sunken'], 4.5],
  ['accent', ['page', 'surface', 'sunken', 'accent-surface'], 4.5],
  ['accent-strong', ['page', 'surface'], 4.5],
  ['on-accent', ['accent', 'accent-strong', 'danger', 'danger-strong'], 4.5],
  ['edge', ['page', 'surface'], 3],
  ...['success', 'warning', 'danger', 'info'].map((kind): [string, string[], number] => [
    kind,
    ['surface', `${kind}-surface`],
    4.5,
  ]),
]

test.each([brandHue, ...Array.from({ length: 24 }, (_, step) => step * 15)])(
  'all text contrasts with its ground in both themes if --brand-hue is %d',
  (hue) => {
    const faint = [0, 1].flatMap((theme) => {
      const colors = new Map(tokens.map(([, name = '', ...themes]) => [name, fromOklch(themes[theme] ?? '', hue)]))
      const color = (name: string) => colors.get(name) ?? [NaN, NaN, NaN]
      return PAIRS.flatMap(([name, grounds, enough]) =>
        grounds
          .filter((ground) => !(contrast(color(name), color(ground)) >= enough))
          .map((ground) => `--${name} on --${ground} in the ${theme === 0 ? 'light' : 'dark'} theme`),
      )
    })
    expect(faint).toEqual([])
  },
)

test.each([
  ['ACCENT in emails/colors.ts', ACCENT, '#ffffff'],
  ['ACCENT_ON_DARK in emails/colors.ts', ACCENT_ON_DARK, '#211f24'],
  ['public/favicon.svg', /<rect [^>]*fill="(#\w+)"/.exec(read('public/favicon.svg'))?.[1] ?? '', '#ffffff'],
])('%s has the hue of --brand-hue and contrasts with its ground', (_where, color, ground) => {
  const distance = Math.abs(hueOf(fromHex(color)) - brandHue)
  expect(Math.min(distance, 360 - distance)).toBeLessThan(12)
  expect(contrast(fromHex(color), fromHex(ground))).toBeGreaterThan(4.5)
})

/** Converts the numbers of `oklch()` to linear RGB, clipped to sRGB. */
function fromOklch(numbers: string, hue: number): Rgb {
  const [lightness = 0, chroma = 0, angle = 0] = numbers.replace('var(--brand-hue)', String(hue)).split(' ').map(Number)
  const [a, b] = [Math.cos, Math.sin].map((turn) => chroma * turn((angle * Math.PI) / 180)) as [number, number]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map((light) => Math.min(1, Math.max(0, light))) as Rgb
}

function fromHex(color: string): Rgb {
  const parts = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as Rgb
}

/** Returns the hue of OKLCH in degrees. */
function hueOf([red, green, blue]: Rgb): number {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const b = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return (Math.atan2(b, a) * 180) / Math.PI + (b < 0 ? 360 : 0)
}

/** Returns the WCAG contrast ratio of two colors. */
function contrast(one: Rgb, other: Rgb): number {
  const [dark = 0, light = 0] = [one, other]
    .map(([red, green, blue]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
