import { accessibilityProblems } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const { common } = textsOf('en')

test('the list stays usable beside the panel, which shows the next and the previous entry and closes with one step back', async ({
  page,
  app,
}) => {
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  const subject = crypto.randomUUID()
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    select 'repository-deleted', ${chief.id}, ${chief.name}, ${subject}, name
    from unnest(array['panel-c.example', 'panel-b.example', 'panel-a.example']) as given (name)`
  await signIn(app, page, chief.email)
  await page.goto('/manager/history')
  await page.getByRole('searchbox').fill('panel-')
  const row = (letter: string) => page.locator('tbody').getByRole('link', { name: `panel-${letter}.example` })
  const panel = page.getByRole('dialog')
  const expectEntry = (letter: string) =>
    expect(panel.getByRole('heading', { level: 2 })).toContainText(`panel-${letter}.example`)
  await expect(page.locator('tbody tr')).toHaveCount(3)

  await row('a').click()
  await expectEntry('a')
  await expect(page.locator('.shade')).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  const [previous, next] = [common.list.previous, common.list.next].map((name) => panel.getByRole('button', { name }))
  await expect(previous ?? panel).toHaveAttribute('aria-disabled', 'true')
  await next?.click()
  await expectEntry('b')
  await page.keyboard.press('j')
  await expectEntry('c')
  await expect(next ?? panel).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('j')
  await page.keyboard.press('k')
  await expectEntry('b')
  await row('a').click()
  await expectEntry('a')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/manager/history?searchTerm=panel-')

  await row('b').click()
  await expectEntry('b')
  await row('c').click()
  await expectEntry('c')
  await page.goBack()
  await expect(page).toHaveURL('/manager/history?searchTerm=panel-')
  await expect(panel).toHaveCount(0)
})

test('an entry that is opened by its URL is in the same panel, before and after hydration', async ({
  page,
  app,
  browser,
}) => {
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    select 'repository-deleted', ${chief.id}, ${chief.name}, ${crypto.randomUUID()}, name
    from unnest(array['direct-b.example', 'direct-a.example']) as given (name)`
  await signIn(app, page, chief.email)
  await page.goto('/manager/history?searchTerm=direct-')
  const row = (letter: string) => page.locator('tbody').getByRole('link', { name: `direct-${letter}.example` })
  await row('a').click()
  const panel = page.getByRole('dialog')
  await expect(panel).toBeFocused()
  const clicked = await panel.boundingBox()
  const url = page.url()

  await page.goto('about:blank')
  await page.goto(url)
  await expect(page.locator('[data-continues]')).toBeFocused()
  expect(await panel.boundingBox()).toEqual(clicked)
  await expect(page.locator('.shade')).toHaveCount(0)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('j')
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('direct-b.example')
  await row('a').click()
  await expect(panel.getByRole('heading', { level: 2 })).toContainText('direct-a.example')
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)

  const plain = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: app.url,
    viewport: page.viewportSize(),
    storageState: await page.context().storageState(),
  })
  const plainPage = await plain.newPage()
  await plainPage.goto(url)
  expect(await plainPage.getByRole('dialog').boundingBox()).toEqual(clicked)
  await expect(plainPage.locator('.shade')).toBeHidden()
  await plain.close()
})
