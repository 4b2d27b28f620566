import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds a page of unchanged components from shadcn's registry, with the styles of the product. */
const test = base.extend<object, { files: string }>({
  files: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the used fixtures from this pattern
    async ({}, use) => {
      const outDir = await mkdtemp(path.join(os.tmpdir(), 'latchkey-pasted-'))
      await build({
        configFile: false,
        logLevel: 'warn',
        root: path.resolve(import.meta.dirname, '../fixtures/pasted'),
        plugins: [react(), tailwind()],
        build: {
          outDir,
          emptyOutDir: true,
          lib: { entry: 'page.tsx', formats: ['iife'], name: 'page', fileName: () => 'page.js', cssFileName: 'page' },
        },
        define: { 'process.env.NODE_ENV': '"production"' },
      })
      await use(outDir)
      await rm(outDir, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

for (const theme of ['light', 'dark'])
  test(`pasted shadcn components have their intended colors and sizes: ${theme}`, async ({ page, files }) => {
    await open(page, files, theme)
    const look = (name: string | RegExp, ...properties: string[]) =>
      styleOf(page.getByRole('button', { name }), properties)
    const token = (name: string) => colourOf(page, `var(--${name})`)

    expect(await look('Primary', 'backgroundColor', 'color')).toEqual([await token('accent'), await token('on-accent')])
    expect(await look('Primary', 'height', 'fontSize', 'fontWeight', 'borderRadius', 'paddingLeft')).toEqual([
      '36px',
      '14px',
      '500',
      '6px',
      '16px',
    ])
    // The last of the classes for the same property wins, because `cn` merges them.
    expect(await look('Delete', 'height')).toEqual(['48px'])
    expect(await look('Secondary', 'backgroundColor', 'color')).toEqual([await token('sunken'), await token('text')])
    expect(await look('Outline', 'borderTopWidth')).toEqual(['1px'])
    await page.getByRole('button', { name: 'Ghost' }).hover()
    await expect(page.getByRole('button', { name: 'Ghost' })).toHaveCSS('color', await token('text'))
    await expect(page.getByRole('button', { name: 'Ghost' })).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')

    const card = page.locator('[data-slot=card]')
    expect(await styleOf(card, ['backgroundColor', 'borderTopColor', 'borderRadius', 'borderTopWidth'])).toEqual([
      await token('surface'),
      await token('hairline'),
      '12px',
      '1px',
    ])
    expect(await styleOf(page.getByText('Description'), ['color', 'fontSize'])).toEqual([await token('muted'), '14px'])
    expect(await styleOf(page.getByRole('alert').last(), ['color', 'borderTopColor', 'borderRadius'])).toEqual([
      await token('danger'),
      await token('hairline'),
      '8px',
    ])
    expect(await styleOf(page.getByText('Quiet'), ['backgroundColor'])).toEqual([await token('sunken')])
  })

test('the font sizes and the palette of Tailwind are not overridden', async ({ page, files }) => {
  await open(page, files, 'light')
  for (const size of ['18', '20', '24', '30'])
    await expect(page.getByText(size, { exact: true })).toHaveCSS('font-size', `${size}px`)
  expect(await styleOf(page.getByText('Palette'), ['backgroundColor', 'color'])).toEqual([
    await colourOf(page, 'oklch(92.9% 0.013 255.508)'),
    await colourOf(page, 'oklch(37.3% 0.034 259.733)'),
  ])
})

async function open(page: Page, files: string, theme: string) {
  await page.goto('about:blank')
  await page.setContent(`<!doctype html><html class="${theme}"><body></body></html>`)
  await page.addStyleTag({ path: path.join(files, 'page.css') })
  await page.addScriptTag({ path: path.join(files, 'page.js') })
  await expect(page.getByRole('button', { name: 'Primary' })).toBeVisible()
}

function styleOf(element: ReturnType<Page['locator']>, properties: string[]): Promise<string[]> {
  return element.evaluate((node, names) => names.map((name) => getComputedStyle(node)[name as 'color']), properties)
}

/** Returns a color as the browser serializes it. */
function colourOf(page: Page, colour: string): Promise<string> {
  return page.evaluate((wanted) => {
    const probe = document.createElement('i')
    probe.style.color = wanted
    document.body.append(probe)
    const { color } = getComputedStyle(probe)
    probe.remove()
    return color
  }, colour)
}
