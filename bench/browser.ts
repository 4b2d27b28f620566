import { chromium, type Browser, type Page } from '@playwright/test'
import { startApp, type App } from '../e2e/support/app.ts'
import { cookiesOf } from './pages.ts'
import { progress, publishSection, table } from './report.ts'

/** Slow 4G as in Lighthouse, in bytes per second and milliseconds. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 }
const SLOWDOWN = 4
const PAGES = { '/login': undefined, '/app/repositories': 'user@example.com', '/manager/users': 'admin@example.com' }

interface Vitals {
  lcp: number
  cls: number
  inp: number
}

/** Measures a page on a slow phone: LCP, CLS and INP on slow 4G, with a quarter of the processor and no cache. */
export async function measureBrowser({ visits }: { visits: number }): Promise<void> {
  const app = await startApp()
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--disable-quic'] })
  try {
    const rows = []
    for (const [path, email] of Object.entries(PAGES)) {
      const cookies = email === undefined ? '' : await cookiesOf(app, email)
      const all: Vitals[] = []
      for (let visit = 0; visit < visits; visit += 1) all.push(await vitalsOf(browser, app, path, cookies))
      const median = (pick: (vitals: Vitals) => number) =>
        all.map(pick).toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? Number.NaN
      const [lcp, cls, inp] = [median((each) => each.lcp), median((each) => each.cls), median((each) => each.inp)]
      progress(`${path} in Chromium: LCP ${lcp.toFixed(0)} ms, CLS ${cls.toFixed(3)}, INP ${inp.toFixed(0)} ms`)
      rows.push([path, (lcp / 1_000).toFixed(2), cls.toFixed(3), inp.toFixed(0)])
    }
    await publishSection(
      'In the browser',
      `Chromium on slow 4G (1.6 Mbit/s, 150 ms) with the processor slowed down to a quarter and an empty cache; the median of ${visits} visits. INP is
the slowest visible reaction to a click into the page's field and to letters typed there.

${table(['page', 'LCP, s', 'CLS', 'INP, ms'], rows)}`,
    )
  } finally {
    await browser.close()
    await app.stop()
  }
}

async function vitalsOf(browser: Browser, app: App, path: string, cookieHeader: string): Promise<Vitals> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } })
  try {
    const pairs = cookieHeader.split('; ').filter(Boolean)
    await context.addCookies(
      pairs.map((pair) => ({ name: pair.split('=')[0] ?? '', value: pair.slice(pair.indexOf('=') + 1), url: app.url })),
    )
    const page = await context.newPage()
    await page.addInitScript(observe)
    await slowDown(page)
    await page.goto(`${app.url}${path}`, { waitUntil: 'networkidle' })
    const field = page.locator('main input:visible').first()
    await field.click()
    await field.pressSequentially('am', { delay: 100 })
    // After two frames and a pause, the last letters are painted and the observers have reported them.
    return await page.evaluate(
      () =>
        new Promise<Vitals>((resolve) =>
          requestAnimationFrame(() =>
            requestAnimationFrame(() =>
              setTimeout(() => resolve((window as unknown as { vitals: Vitals }).vitals), 500),
            ),
          ),
        ),
    )
  } finally {
    await context.close()
  }
}

async function slowDown(page: Page) {
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', SLOW_4G)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** Records the vitals. This function runs in the page before the page's own scripts. */
function observe() {
  const vitals = { lcp: 0, cls: 0, inp: 0 }
  ;(window as unknown as { vitals: typeof vitals }).vitals = vitals
  const on = (type: string, take: (entry: PerformanceEntry & Record<string, unknown>) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) take(entry as PerformanceEntry & Record<string, unknown>)
    }).observe({ type, buffered: true, durationThreshold: 16 } as PerformanceObserverInit)
  on('largest-contentful-paint', ({ startTime }) => (vitals.lcp = startTime))
  on('layout-shift', ({ value, hadRecentInput }) => (vitals.cls += hadRecentInput === true ? 0 : Number(value)))
  on('event', ({ interactionId, duration }) => {
    if (Number(interactionId) > 0) vitals.inp = Math.max(vitals.inp, duration)
  })
}
