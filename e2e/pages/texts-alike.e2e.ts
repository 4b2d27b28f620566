import { readFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build, type InlineConfig } from 'vite'
import type { render } from '../fixtures/texts/server.tsx'

const root = new URL('../..', import.meta.url).pathname
/** A folder inside the project, so that the code that is built for the server finds the packages. */
const folder = `${root}test-results/texts`
const ORIGIN = 'http://texts.test'

/** The expected English text of each tested feature of the text libraries; equal on the server and in the browser. */
const IN_ENGLISH = {
  context: 'Welcome back',
  'context and plural': 'Welcome back, once; Welcome back, 2 times; Welcome back, 5 times',
  'a context without a text': 'Welcome',
  nesting: 'Tom & <b>Jerry</b> says: Hello, 3 files',
  plurals: 'no files; one file; 2 files; 3 files; 11 files; 100 files; 1,000,000 files',
  ordinals: '1st; 2nd; 3rd; 4th; 11th; 22nd',
  lists: '[Ask][Wait 3 days][Done]',
  'joined lists': 'Ask + Wait 1 day + Done',
  objects: '{"text":"Deep down","list":{"first":"One","second":"Two"}}',
  'paths of values': 'Ada, London',
  'values as they are': 'Tom & <b>Jerry</b> Tom & <b>Jerry</b>',
  'a name from right to left': '\u2068ليلى!\u2069 ليلى!',
  numbers: '1,234.5 12.3%',
  'money, days and lists': '€1,234.50 | March 14, 2027 | 3 months ago | Ada, Grace, and Leyla | 2 hours',
  'one of several keys': 'Welcome',
  'a text in place of one that is missing': 'None N',
  'a key of another namespace': 'From the other namespace Good morning',
  'several namespaces': 'Good morning',
  keyPrefix: 'Deep down Two',
  getFixedT: 'Deep down',
  'what is there': 'true,false,ltr',
  Translation: 'Hello',
  withTranslation: 'Good morning',
  'Trans with components': 'Tom & <b>Jerry</b> has 2,000 files',
  'Trans with children': 'Dear Tom & <b>Jerry</b>, read on.',
  icons: '',
}
const IN_ARABIC = {
  plurals: 'لا ملفات; ملف واحد; ملفان; 3 ملفات; 11 ملفا; 100 ملف; 1,000,000 ملف',
  'a name from right to left': 'ليلى! ليلى!',
  'what is there': 'true,false,rtl',
}

let onServer: { render: typeof render }

test.beforeAll(async () => {
  const made: InlineConfig = { configFile: false, root, logLevel: 'error', plugins: [react()], publicDir: false }
  const names = { entryFileNames: '[name].js' }
  const rolldownOptions = { input: `${root}e2e/fixtures/texts/client.tsx`, output: names }
  await build({ ...made, build: { outDir: `${folder}/client`, rolldownOptions } })
  const server = { ssr: `${root}e2e/fixtures/texts/server.tsx`, outDir: `${folder}/server` }
  await build({ ...made, build: { ...server, rolldownOptions: { output: names } } })
  onServer = (await import(pathToFileURL(`${folder}/server/server.js`).href)) as typeof onServer
})

for (const [language, expected] of [
  ['en', IN_ENGLISH],
  ['ar', IN_ARABIC],
] as const)
  test(`features of the i18n libraries render the same on the server and in the browser: ${language}`, async ({
    page,
  }) => {
    const html = onServer.render(language)
    await serve(page, language, html)
    const written = await featuresIn(page, 'plain')
    expect(Object.fromEntries(written.map(({ name, text }) => [name, text]))).toMatchObject(expected)
    expect(await featuresIn(page, 'hydrated')).toEqual(written)
    expect(await featuresIn(page, 'fresh')).toEqual(written)
    expect(await page.evaluate(() => Reflect.get(window, 'failures') as unknown)).toEqual([])
  })

test('icons have the requested size, stroke width and color', async ({ page }) => {
  await serve(page, 'en', onServer.render('en'))
  const icons = page.locator('#fresh [data-feature=icons] svg')
  const attributes = ['width', 'stroke', 'stroke-width', 'aria-hidden', 'class']
  const found = await icons.evaluateAll(
    (all, names) => all.map((icon) => names.map((name) => icon.getAttribute(name))),
    attributes,
  )
  expect(found).toEqual([
    ['24', 'currentColor', '2', 'true', 'lucide lucide-bell'],
    ['20', 'red', '3', null, 'lucide lucide-bell mine'],
    ['48', 'currentColor', '0.5', 'true', 'lucide lucide-bell'],
  ])
})

/** Serves a page with the server's HTML unchanged, the same HTML hydrated, and a new rendering by the browser. */
async function serve(page: Page, language: string, html: string) {
  const parts = `<div id="plain">${html}</div><div id="hydrated">${html}</div><div id="fresh"></div>`
  const body = `<!doctype html><html lang="${language}"><meta charset="utf-8">${parts}<script type="module" src="/client.js"></script>`
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body })
    const content = await readFile(`${folder}/client${pathname}`, 'utf8').catch(() => undefined)
    return content === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'text/javascript', body: content })
  })
  await page.goto(`${ORIGIN}/`)
  await expect(page.locator('#fresh [data-feature]').last()).toBeAttached()
}

/** Returns the text and HTML of each feature, without the marks that React puts between texts. */
function featuresIn(page: Page, id: string) {
  return page.locator(`#${id} [data-feature]`).evaluateAll((all) =>
    all.map((feature) => ({
      name: feature.getAttribute('data-feature') ?? '',
      text: feature.textContent,
      html: feature.innerHTML.replaceAll('<!-- -->', ''),
    })),
  )
}
