import { appConfig } from '#app.config'
import { newUserEmail } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

test('the server has the files that browsers, phones and search engines request', async ({ request }) => {
  const files = {
    '/favicon.ico': 'image/',
    '/favicon.svg': 'image/svg+xml',
    '/apple-touch-icon.png': 'image/png',
    '/share.png': 'image/png',
    '/robots.txt': 'text/plain',
    '/manifest.json': 'application/json',
  }
  for (const [file, type] of Object.entries(files)) {
    const answer = await request.get(file)
    expect([file, answer.status()]).toEqual([file, 200])
    expect(answer.headers()['content-type'], file).toContain(type)
  }
})

test('browsers can install the app by its web manifest', async ({ page, request }) => {
  await page.goto('/login')
  const link = page.locator('link[rel=manifest]')
  const manifest = await (await request.get((await link.getAttribute('href')) ?? '')).json()
  expect(manifest).toMatchObject({ name: appConfig.name, start_url: '/', display: 'standalone' })
  for (const { src, sizes } of manifest.icons as { src: string; sizes: string }[]) {
    const width = await page.evaluate(async (address) => {
      const picture = new Image()
      picture.src = address
      await picture.decode()
      return `${picture.naturalWidth}x${picture.naturalHeight}`
    }, src)
    expect(width, src).toBe(sizes)
  }
  const devTools = await page.context().newCDPSession(page)
  const { errors } = await devTools.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

test('a shared link has a title, a description and an image in the language of the page', async ({ app, page }) => {
  for (const language of appConfig.languages) {
    await page.goto(`/login?lng=${language}`)
    const said = await page
      .locator('meta[name], meta[property]')
      .evaluateAll((tags) =>
        Object.fromEntries(
          tags.map((tag) => [tag.getAttribute('name') ?? tag.getAttribute('property'), tag.getAttribute('content')]),
        ),
      )
    const { lead } = textsOf(language).login
    expect(said).toMatchObject({
      description: lead,
      'og:title': appConfig.name,
      'og:description': lead,
      'og:image': `${app.url}/share.png`,
    })
  }
})

test('a printed page contains only its content, dark on white, in both themes', async ({ app, page }) => {
  await signIn(app, page, await newUserEmail(app, { role: 'admin' }))
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' })
  await page.setViewportSize({ width: 794, height: 1_123 })
  for (const path of ['/manager/users', '/app/repositories', '/manager/dashboard']) {
    await page.goto(path)
    const main = page.getByRole('main')
    await expect(main.locator('h1')).toBeVisible()
    const { ink, paper, top } = await main.evaluate((element) => ({
      ink: getComputedStyle(element).color,
      paper: getComputedStyle(document.documentElement).backgroundColor,
      top: element.getBoundingClientRect().top,
    }))
    expect(paper, path).toBe('rgb(255, 255, 255)')
    expect(Number(/^(?:ok)?(?:lab|lch)\(([\d.]+)/.exec(ink)?.[1]), `${path}: lightness of ${ink}`).toBeLessThan(20)
    expect(top, `${path} begins at the top of the sheet`).toBeLessThan(20)
    for (const role of ['navigation', 'button', 'searchbox', 'combobox'] as const)
      await expect(page.getByRole(role), `${path}: ${role}`).toHaveCount(0)
  }
  await page.goto('/manager/users')
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(10_000)
})
