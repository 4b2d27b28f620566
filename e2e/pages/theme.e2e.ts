import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { holdRequests } from '../support/hold-requests.ts'
import { complaintsOf, slowDown } from '../support/page-health.ts'
import { enter } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { common } = textsOf('en')
const { name: cookie } = appConfig.themeCookie

/** Values of the theme cookie, each with the resulting theme of the document; undefined if the system decides. */
const COOKIES: Record<string, string | undefined> = {
  dark: 'dark',
  light: 'light',
  system: undefined,
  '': undefined,
  DARK: undefined,
  'dark light': undefined,
  darker: undefined,
  '"><script>alert(1)</script>': undefined,
  'dark" onload="alert(1)': undefined,
  __proto__: undefined,
}

for (const [value, theme] of Object.entries(COOKIES))
  test(`a cookie with the value "${value}" sets the theme in the first HTML: ${theme ?? 'the system theme'}`, async ({
    visitor,
  }) => {
    visitor.keep(cookie, value)
    const { status, body } = await visitor.get('/login')
    expect(status).toBe(200)
    const [tag = ''] = /<html[^>]*>/.exec(String(body)) ?? []
    expect(/ class="([^"]*)"/.exec(tag)?.[1]).toBe(theme)
    expect(/ style="([^"]*)"/.exec(tag)?.[1]).toBe(theme && `color-scheme:${theme}`)
    expect(String(body)).not.toContain('alert(1)')
  })

test('a chosen theme is in the HTML and applies without scripts', async ({ page, browser, app }) => {
  await page.goto('/login')
  await choose(page, 'dark')
  const kept = (await page.context().cookies()).find(({ name }) => name === cookie)
  expect(kept).toMatchObject({ value: 'dark', path: '/', sameSite: 'Lax', httpOnly: false })
  expect((kept?.expires ?? 0) * 1_000).toBeGreaterThan(Date.now() + (appConfig.themeCookie.maxAgeMinutes - 5) * 60_000)

  const storageState = await page.context().storageState()
  const silent = await browser.newContext({ storageState, javaScriptEnabled: false, colorScheme: 'light' })
  const reloaded = await silent.newPage()
  await reloaded.goto(`${app.url}/login`)
  const dark = await colorOfPage(reloaded)
  await expect(reloaded.getByLabel(common.theme)).toHaveValue('dark')
  await silent.clearCookies()
  await reloaded.reload()
  expect(await colorOfPage(reloaded)).not.toBe(dark)
  await silent.close()
})

test('a page is never painted in another theme than the chosen one, and hydrates without errors', async ({ page }) => {
  const complaints = complaintsOf(page)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seen })
    const look = () => {
      if (document.body) seen.push(getComputedStyle(document.documentElement).backgroundColor)
      requestAnimationFrame(look)
    }
    look()
  })
  for (const [chosen, system] of [
    ['dark', 'light'],
    ['light', 'dark'],
    ['system', 'dark'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system })
    await page.goto('/login')
    await choose(page, chosen)
    await page.reload()
    await expect(page.getByLabel(common.theme)).toHaveValue(chosen)
    const colors = await page.evaluate(() => [...new Set((window as unknown as { seen: string[] }).seen)])
    expect(colors, chosen).toEqual([
      await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor),
    ])
  }
  expect(complaints).toEqual([])
})

test('a theme and a language that are chosen before hydration are applied after hydration', async ({ page }) => {
  await slowDown(page)
  const scriptsCome = await holdRequests(page, /\.js$/)
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByLabel(common.theme).selectOption('light')
  await page.getByLabel(common.theme).selectOption('dark')
  await page.getByLabel(common.language).selectOption('ar')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  scriptsCome()
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.locator('html')).toHaveClass('dark')
  await expect(page.getByLabel(textsOf('ar').common.theme)).toHaveValue('dark')
  await expect(page.getByLabel(textsOf('ar').common.language)).toHaveValue('ar')
})

test('a chosen theme is applied even if React resets the field between its input and change events', async ({
  page,
}) => {
  await page.goto('/login')
  await page.evaluate(() =>
    document.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLSelectElement) target.value = 'system'
    }),
  )
  await choose(page, 'dark')
  await expect(page.getByLabel(common.theme)).toHaveValue('dark')
})

test('an error page logs nothing to the console, even in another theme than the server rendered', async ({
  page,
  app,
}) => {
  const complaints = complaintsOf(page)
  await page.addInitScript((key) => localStorage.setItem(key, 'dark'), appConfig.themeKey)
  await enter(app, page, 'user', '/manager/users')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages['403'].title)
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.goto('/app/repositories/00000000-0000-4000-8000-000000000000', { waitUntil: 'networkidle' })
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(common.pages['404'].title)
  expect(complaints).toEqual([])
})

test('the cookie stores the theme if localStorage is unavailable', async ({ page }) => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('closed', 'SecurityError')
      },
    }),
  )
  await page.goto('/login')
  await choose(page, 'dark')
  await page.reload()
  await expect(page.getByLabel(common.theme)).toHaveValue('dark')
  await expect(page.locator('html')).toHaveClass('dark')
})

test('theme-color equals the background color of the page', async ({ page }) => {
  await page.goto('/login')
  for (const chosen of ['light', 'dark', 'system'])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await choose(page, chosen)
      await expect(page.locator('html')).toHaveClass(chosen === 'system' ? colorScheme : chosen)
      await expect.poll(() => colorOfBars(page), `${chosen} on ${colorScheme}`).toEqual([await colorOfPage(page)])
    }
})

test('a chosen theme is stored in localStorage and applied before the scripts of the page run', async ({ page }) => {
  await page.goto('/login')
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await choose(page, 'dark')
  await expect(page.locator('html')).toHaveClass(/dark/)
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.unroute('**/assets/*.js')
  await page.reload()
  await expect(page.getByLabel(common.theme)).toHaveValue('dark')
})

test('the page follows changes of the system theme', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/login')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(page.locator('html')).not.toHaveClass(/dark/)
  await choose(page, 'light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).not.toHaveClass(/dark/)
})

async function choose(page: Page, theme: string) {
  await page.getByLabel(common.theme).selectOption(theme)
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain(`${cookie}=${theme}`)
}

/** Returns the drawn color of the page as red, green, blue and alpha, independent of its notation. */
function colorOfPage(page: Page): Promise<string> {
  return page.evaluate(() => {
    const context = document.createElement('canvas').getContext('2d')
    if (!context) return ''
    context.fillStyle = getComputedStyle(document.documentElement).backgroundColor
    context.fillRect(0, 0, 1, 1)
    return [...context.getImageData(0, 0, 1, 1).data].join(' ')
  })
}

/** Returns the colors of all `theme-color`s that currently apply. */
function colorOfBars(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => window.matchMedia(media).matches)
      .map(({ content }) => {
        const channels = content.match(/[0-9a-f]{2}/g) ?? []
        return [...channels.map((channel) => Number.parseInt(channel, 16)), 255].join(' ')
      }),
  )
}
