import { appConfig } from '#app.config'
import { slowDown } from '../support/page-health.ts'
import { addVisitor } from '../support/users.ts'
import { addRepository } from '../support/repositories.ts'
import { enter, rowsOf, someName } from '../support/lists.ts'
import { expect, test } from '../support/test.ts'

test('the first HTML contains the list of repositories, and the browser requests only the total', async ({
  page,
  app,
}) => {
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('/api/') && asked.push(new URL(request.url()).pathname))
  await enter(app, page, 'user', '/app/repositories')
  await expect(rowsOf(page)).toHaveCount(20)
  await expect(page.locator('footer').getByText(/^20 of \d+$/)).toBeVisible()
  expect(asked).toEqual(['/api/repositories.getRepositoryCount'])
})

test('the button Load more shows all rows of the list, each once', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/repositories')
  const [counted] = await app.sql<
    { all: number }[]
  >`select count(*)::int as all from repository where deleted_at is null and organization_id is null`
  const more = page.getByRole('button', { name: 'Load more' })
  await more.click()
  await expect(rowsOf(page)).toHaveCount(Math.min(40, counted?.all ?? 0))
  // The button might disappear between the check and the click.
  await expect(async () => {
    if (await more.isVisible()) await more.click({ timeout: 1_000 })
    await expect(rowsOf(page)).toHaveCount(counted?.all ?? 0, { timeout: 1_000 })
  }).toPass()
  const names = await rowsOf(page).locator('.row-link').allTextContents()
  expect(new Set(names).size).toBe(names.length)
})

test('the list of repositories is searched by typing and by the URL, and Back restores the search', async ({
  page,
  app,
}) => {
  const { name } = await addRepository(app)
  await enter(app, page, 'user', '/app/repositories')
  await page.getByRole('searchbox').fill(name.toUpperCase())
  await expect(page).toHaveURL(`/app/repositories?searchTerm=${name.toUpperCase()}`)
  await expect(rowsOf(page)).toHaveCount(1)
  await rowsOf(page).locator('.row-link').click()
  await expect(page.getByRole('heading', { name })).toBeVisible()
  await page.goBack()
  await expect(rowsOf(page)).toHaveCount(1)
  await expect(page.getByRole('searchbox')).toHaveValue(name.toUpperCase())
  await page.reload()
  await expect(rowsOf(page)).toHaveCount(1)
})

test('a search that is entered before hydration is kept', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/repositories')
  await slowDown(page)
  await page.addInitScript(() => {
    // Types like a user who is faster than the scripts.
    const observer = new MutationObserver(() => {
      const search = document.querySelector<HTMLInputElement>('main input[type=search]')
      if (!search) return
      observer.disconnect()
      search.value = 'atlas'
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/app/repositories')
  await expect(page).toHaveURL(/searchTerm=atlas/)
})

test('a click on a button before hydration is handled after hydration, even if React is late', async ({
  page,
  app,
}) => {
  await enter(app, page, 'admin', '/manager/repositories')
  await slowDown(page)
  await page.addInitScript(() => {
    // Swallows one replayed click, like React while it waits for the code of that part of the page.
    const stopOnce = (event: Event) => {
      if (event.isTrusted || !document.documentElement.dataset.hydrated) return
      event.stopPropagation()
      document.removeEventListener('click', stopOnce, true)
    }
    addEventListener('page-hydrated', () => (document.documentElement.dataset.hydrated = 'yes'))
    document.addEventListener('click', stopOnce, true)
    const observer = new MutationObserver(() => {
      const button = [...document.querySelectorAll('main button')].find(({ textContent }) =>
        textContent.startsWith('New'),
      )
      if (!button) return
      observer.disconnect()
      ;(button as HTMLElement).click()
    })
    observer.observe(document, { childList: true, subtree: true })
  })
  await page.goto('/manager/repositories')
  await expect(page.getByRole('dialog')).toBeVisible({ timeout: 30_000 })
})

test('Back restores the list and its scroll position without a request', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/repositories')
  await page.getByRole('button', { name: 'Load more' }).click()
  const far = rowsOf(page).nth(30)
  await far.scrollIntoViewIfNeeded()
  const name = await far.getByRole('link').first().textContent()
  const scrolled = await page.evaluate(() => window.scrollY)
  expect(scrolled).toBeGreaterThan(500)
  await far.getByRole('link').first().click()
  await expect(page.getByRole('heading', { name: name ?? '', exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)
  const asked: string[] = []
  page.on('request', (request) => request.url().includes('listRepositories') && asked.push(request.url()))
  await page.goBack()
  await expect(rowsOf(page)).not.toHaveCount(0)
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled)
  await expect(far).toBeInViewport()
  expect(asked).toEqual([])
})

test('a search without results shows a message, and Clear shows all rows again', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/repositories?searchTerm=nothing-like-it')
  await expect(page.getByText('No results for "nothing-like-it"')).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: 'Clear search' }).click()
  await expect(rowsOf(page)).toHaveCount(20)
  await expect(page).toHaveURL('/app/repositories')
})

test('the list of repositories is sorted by newest or by name, and the URL stores the order', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/repositories')
  const head = (name: string) => page.getByRole('columnheader', { name })
  await expect(head('Added')).toHaveAttribute('aria-sort', 'descending')
  await head('Name').getByRole('link').click()
  await expect(page).toHaveURL('/app/repositories?sort=name')
  const [first] = await app.sql<{ name: string }[]>`
    select name from repository where deleted_at is null order by lower(name), id limit 1`
  await expect(rowsOf(page).first()).toContainText(first?.name ?? '')
  await page.reload()
  await expect(head('Name')).toHaveAttribute('aria-sort', 'ascending')
  await expect(head('Added')).not.toHaveAttribute('aria-sort')
  await expect(rowsOf(page).first()).toContainText(first?.name ?? '')
})

test('a failed search shows an error, and the button Try again shows the rows', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/repositories')
  await expect(rowsOf(page)).toHaveCount(20)
  await page.route('**/api/repositories.listRepositories*', (route) =>
    route.fulfill({ status: 400, contentType: 'application/json', body: '{"code":"INVALID_INPUT"}' }),
  )
  await page.getByRole('searchbox').fill('atlas')
  const alert = page.getByRole('alert').filter({ hasText: 'Something went wrong' })
  await expect(alert).toBeVisible()
  await page.unroute('**/api/repositories.listRepositories*')
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(rowsOf(page).first()).toContainText('atlas')
})

for (const query of [
  'searchTerm=100',
  'searchTerm=%25_%5C',
  "searchTerm=' or 1=1 --",
  `searchTerm=${'x'.repeat(3_000)}`,
  'searchTerm=%00',
  'searchTerm=a&searchTerm=b',
  'sort=; drop table repository',
  'sort[]=name',
  'dialog=anything',
  'after=nonsense',
])
  test(`an unusual parameter in the URL of the list causes no error: ${query.slice(0, 40)}`, async ({ app }) => {
    const { visitor } = await addVisitor(app)
    const first = await visitor.get(`/app/repositories?${query}`)
    // A redirect removes invalid parameters from the URL.
    const { status, body } = first.status === 307 ? await visitor.get(first.headers.get('location') ?? '') : first
    expect(status).toBe(200)
    expect(body).toContain('<bdi>Repositories</bdi></h1>')
  })

for (const area of ['app', 'manager'])
  test(`in /${area}, the column headers remain visible while the rows scroll`, async ({ page, app }) => {
    await enter(app, page, 'admin', `/${area}/repositories`)
    await rowsOf(page).nth(15).scrollIntoViewIfNeeded()
    await page.evaluate(() => window.scrollTo(0, 400))
    const head = page.getByRole('columnheader', { name: 'Name' })
    const box = await head.boundingBox()
    const onTop = await head.evaluate(
      (element, at) => document.elementFromPoint(at.x, at.y)?.closest('th') === element,
      {
        x: (box?.x ?? 0) + 5,
        y: (box?.y ?? 0) + 5,
      },
    )
    expect(onTop).toBe(true)
  })

test('Load more by keyboard moves the focus to the first new row', async ({ page, app }) => {
  const term = someName()
  for (let count = 0; count < 45; count += 1) await addRepository(app, { name: `${term}-${count}` })
  await enter(app, page, 'user', `/app/repositories?searchTerm=${term}`)
  await expect(rowsOf(page)).toHaveCount(20)
  for (const [firstNew, all] of [
    [20, 40],
    [40, 45],
  ] as const) {
    await page.getByRole('button', { name: 'Load more' }).press('Enter')
    await expect(rowsOf(page)).toHaveCount(all)
    await expect(rowsOf(page).nth(firstNew).locator('.row-link')).toBeFocused()
  }
})

test('a list uses the full width, and a long link is shortened but keeps its end', async ({ page, app }) => {
  const end = someName()
  const { name } = await addRepository(app, { link: `https://git.example.com/${'a-long-group/'.repeat(12)}${end}` })
  for (const [width, least] of [
    [1_440, 1_000],
    [820, 700],
    [390, 340],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await enter(app, page, 'user', `/app/repositories?searchTerm=${name}`)
    const row = rowsOf(page).first()
    expect((await row.boundingBox())?.width, `at ${width} px`).toBeGreaterThan(least)
    const isWhole = await row.getByText(end, { exact: true }).evaluate((shown) => {
      const [own, cell] = [shown, shown.closest('td') ?? shown].map((element) => element.getBoundingClientRect())
      return shown.scrollWidth <= shown.clientWidth && !!own && !!cell && own.right <= cell.right
    })
    expect(isWhole, `at ${width} px`).toBe(true)
  }
})

test('relative times in a table fit on one line in every language', async ({ page, app }) => {
  const { name } = await addRepository(app, { createdAt: new Date(Date.now() - 59.5 * 60_000) })
  await page.setViewportSize({ width: 1_000, height: 900 })
  for (const language of appConfig.languages) {
    await enter(app, page, 'user', `/app/repositories?searchTerm=${name}&lng=${language}`)
    const lines = await rowsOf(page)
      .locator('time')
      .evaluateAll((times) =>
        times.map((time) => [
          time.getClientRects().length,
          time.getBoundingClientRect().width <= (time.closest('td')?.clientWidth ?? 0) - 24,
        ]),
      )
    expect(lines, language).toEqual([[1, true]])
  }
})
