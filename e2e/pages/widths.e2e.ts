import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { ALL_PAGES } from '../support/all-pages.ts'
import { expect, resize, test } from '../support/all-visitors.ts'
import { alsoInQuickRun, isFullRun } from '../support/speed.ts'
import { setInTestTypeface } from '../support/typeface.ts'
import { columnsOf, fitFaults, layoutFaults, WIDTHS } from '../support/widths.ts'

test.describe.configure({ mode: 'parallel' })

/** The pages with tables, which are tested at every width. */
const TABLES = ['users', 'repositories', 'repositories of the administration']
/** The pages with other kinds of rows, which are tested at some widths. */
const ROWS = [
  'dashboard with its table',
  'home',
  'banned user',
  'account in /app',
  'account in /manager',
  'jobs',
  'users, some chosen',
]
const SOME_WIDTHS = WIDTHS.filter((_width, index) => index % 5 === 0)
/** Returns the widths for the nth language. Languages alternate between the widths with even and with odd indexes. */
const widthsOf = (nth: number) => (isFullRun ? WIDTHS.filter((_width, index) => index % 2 === nth % 2) : SOME_WIDTHS)
/** The tests of rows that also run in `npm test`, at fewer widths. The others run only in `npm run test:all`. */
const QUICK = new Set(['users in en'])

for (const name of [...TABLES, ...ROWS])
  for (const [nth, language] of appConfig.languages.entries())
    test(
      `${name} in ${language}: rows keep their layout at every width`,
      alsoInQuickRun(QUICK.has(`${name} in ${language}`)),
      async ({ open }) => {
        test.setTimeout(120_000)
        const shown = ALL_PAGES.find((page) => page.name === name)
        if (!shown) throw new Error(`no page is called ${name}`)
        const { page } = await open(shown, language)
        const looked = TABLES.includes(name) ? widthsOf(nth) : SOME_WIDTHS
        // Uses the tests' typefaces, because the machine's own typeface might be narrow or wide.
        for (const typeface of ['wide', 'narrow'] as const) {
          await setInTestTypeface(page, typeface)
          for (const width of typeface === 'wide' ? looked : SOME_WIDTHS) {
            await resize(page, { width, height: 900 })
            expect.soft(await layoutFaults(page), `at ${width} px, ${typeface}`).toEqual([])
          }
        }
      },
    )

/** The language whose words are the longest. */
const LONG_WORDS: string = 'fr'

for (const language of appConfig.languages)
  test(
    `in ${language}, fields show their full texts and headings are not cut off, at every width`,
    alsoInQuickRun(language === LONG_WORDS),
    async ({ open }) => {
      test.setTimeout(120_000)
      for (const name of [...TABLES, 'history']) {
        const shown = ALL_PAGES.find((page) => page.name === name)
        if (!shown) throw new Error(`no page is called ${name}`)
        const { page } = await open(shown, language)
        await setInTestTypeface(page, 'wide')
        for (const width of isFullRun ? WIDTHS : SOME_WIDTHS) {
          await resize(page, { width, height: 900 })
          expect.soft(await fitFaults(page), `${name} at ${width} px`).toEqual([])
        }
      }
    },
  )

test('the columns of a list keep their widths, and new rows cause no layout shift', async ({ visitors }) => {
  const page = await visitors.admin.newPage()
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.addInitScript(countShifts)
  for (const [path, term] of [
    ['/manager/users', 'ada admin'],
    ['/manager/repositories', 'wolfram'],
  ] as const) {
    await page.goto(path)
    const columns = await columnsOf(page)
    expect(columns.length).toBeGreaterThan(2)
    await expect(page.locator('main header')).toHaveText(/\d/)
    expect(await shiftsOf(page), 'by the total').toBeLessThan(0.01)
    await page.locator('footer').getByRole('button').click()
    await expect(page.locator('tbody tr').nth(20)).toBeVisible()
    expect(await columnsOf(page), 'with more rows').toEqual(columns)
    expect(await shiftsOf(page), 'by more rows').toBeLessThan(0.02)
    await page.evaluate(() => window.scrollTo(0, 0))
    await page.getByRole('searchbox').fill(term)
    await expect(page.locator('tbody tr').nth(5)).toBeHidden()
    expect(await columnsOf(page), 'with few rows').toEqual(columns)
    expect(await shiftsOf(page), 'by a search').toBeLessThan(0.02)
  }
  await page.close()
})

declare global {
  interface Window {
    shifts: number
  }
}

/** Adds up the layout shifts of the page, including those after a click. */
function countShifts() {
  window.shifts = 0
  new PerformanceObserver((list) => {
    for (const shift of list.getEntries()) window.shifts += (shift as PerformanceEntry & { value: number }).value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Returns the layout shifts since the last call, after two frames are painted. */
function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)))
    const { shifts } = window
    window.shifts = 0
    return shifts
  })
}

test('a click on any part of a row opens the row, including parts with a tooltip', async ({ visitors, world }) => {
  const page = await visitors.admin.newPage()
  await page.goto('/manager/users')
  const row = page.locator('tbody tr').filter({ hasText: world.user.name })
  for (const place of [row.locator('bdi').first(), row.locator('bdi').last(), row.locator('time').last()]) {
    await expect(async () => {
      const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {}
      await page.mouse.click(x + width / 2, y + height / 2)
      await expect(page).toHaveURL(`/manager/users/${world.user.id}`, { timeout: 2_000 })
    }).toPass()
    await page.goBack()
    await expect(row).toBeVisible()
  }
  await page.close()
})
