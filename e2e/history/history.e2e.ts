import { chosenFilter } from '../support/lists.ts'
import { accessibilityProblems } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

test('an administrator searches and filters the history, with and without JavaScript', async ({
  app,
  page,
  browser,
}) => {
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  const user = await addUser(app, { name: 'Zuleika Zed' })
  const gone = crypto.randomUUID()
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, before, after, ip_address, device)
    values ('user-updated', ${chief.id}, ${chief.name}, ${user.id}, ${user.name}, '{"name": "Zed"}', '{"name": "Zuleika Zed"}',
            '192.0.2.44', '{"browser": "Firefox", "system": "Linux"}'),
           ('user-deleted', ${chief.id}, ${chief.name}, ${crypto.randomUUID()}, null, null, null, null, null),
           ('signed-in', ${gone}, 'Gwen Gone', ${gone}, 'Gwen Gone', null, null, null, null),
           ('repository-deleted', ${chief.id}, ${chief.name}, ${crypto.randomUUID()}, 'hooks.example', null, null, null, null)`
  await signIn(app, page, chief.email)
  await page.goto(`/manager/history?person=${gone}&signIns=shown`)
  await expect(chosenFilter(page, '\u2068Gwen Gone\u2069')).toBeVisible()
  await page.goto('/manager/history?searchTerm=hooks.example')
  const rows = page.getByRole('table', { name: 'History' }).locator('tbody tr')
  const panel = page.getByRole('dialog')
  await rows.getByRole('link', { name: /hooks\.example/ }).click()
  await expect(panel.getByRole('link', { name: /^All / })).toHaveCount(1)
  await page.goto('/manager/dashboard')
  await page.getByRole('link', { name: 'View all' }).click()
  await expect(page).toHaveTitle('History · Latchkey')
  await expect(rows).toHaveCount(20)
  await expect(rows.getByText('(deleted user)').first()).toBeVisible()

  await page.getByRole('searchbox').fill('zuleika')
  await expect(rows).toHaveCount(1)
  await expect(page).toHaveURL(/searchTerm=zuleika/)
  const opener = rows.getByRole('link', { name: /Zuleika Zed/ })
  await opener.focus()
  await page.keyboard.press('Enter')
  await expect(panel).toContainText('Name: \u2068Zed\u2069 → \u2068Zuleika Zed\u2069')
  await expect(panel).toContainText('192.0.2.44')
  await expect(panel).toContainText('Firefox on Linux')
  await expect(page).toHaveURL(/searchTerm=zuleika&entry=\d+$/)
  expect(await accessibilityProblems(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/searchTerm=zuleika$/)
  await expect(opener).toBeFocused()
  await opener.click()

  await panel.getByRole('link', { name: 'All their actions' }).click()
  await expect(page).toHaveURL(`/manager/history?person=${chief.id}&part=actor`)
  await expect(chosenFilter(page, '\u2068Some Chief\u2069')).toBeVisible()
  await expect(chosenFilter(page, 'Involvement: Actor')).toBeVisible()
  // The previous rows remain visible until the rows of the user have loaded.
  await expect(rows.filter({ hasText: 'hooks.example' })).toHaveCount(1)
  const before = await rows.first().boundingBox()
  const what = page.getByRole('button', { name: 'What', exact: true })
  const when = page.getByRole('button', { name: 'When', exact: true })
  await when.click()
  expect(await rows.first().boundingBox(), 'the list stays where it is').toEqual(before)
  const menu = await page.getByRole('group', { name: 'When' }).boundingBox()
  expect(menu?.width).toBeLessThanOrEqual(400)
  expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(720)
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('First day')).toBeHidden()
  await expect(when).toBeFocused()
  await what.press('Enter')
  await page.getByLabel('User changed').check()
  await page.getByLabel('User banned').check()
  await expect(page.getByRole('group', { name: 'System' }).getByLabel('Bulk job started')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Sign-in and account' }).getByLabel(/bulk job|API key/)).toHaveCount(0)
  await expect(page).toHaveURL(/actions=user-updated%2Cuser-banned/)
  await expect(rows).toHaveCount(1)
  await page.keyboard.press('Escape')
  await when.press('Enter')
  // The browser opens the menu first, and then reports it, after which the first option gets the focus.
  await expect(page.getByRole('list', { name: 'Quick selection' }).getByRole('link').first()).toBeFocused()
  // Types a date by keyboard, part by part.
  await page.getByLabel('First day').focus()
  await page.keyboard.type('12252025')
  await expect(page).toHaveURL(/from=2025-12-25/)
  await expect(page.getByLabel('First day')).toBeFocused()
  await page.goBack()
  await expect(page.getByLabel('First day')).toHaveValue('')
  await page.getByLabel('First day').fill('2999-01-01')
  await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
  await page.goBack()
  await expect(rows).toHaveCount(1)

  // Without JavaScript, the same URL shows the same entries.
  const plain = await browser.newContext({
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  })
  const plainPage = await plain.newPage()
  await plainPage.goto(page.url())
  await expect(plainPage.locator('tbody tr')).toHaveCount(1)
  await plainPage.locator('tbody .row-link').click()
  await expect(plainPage.getByRole('dialog')).toContainText('192.0.2.44')
  await plainPage.goto('/manager/history')
  await plainPage.getByRole('button', { name: 'What', exact: true }).click()
  await plainPage.getByRole('checkbox').nth(0).check()
  await plainPage.getByRole('checkbox').nth(1).check()
  await plainPage.getByRole('button', { name: 'Done' }).click()
  await expect(plainPage).toHaveURL(/\/manager\/history\?actions=[a-z-]+%2C[a-z-]+$/)
  await expect(chosenFilter(plainPage, /./)).toHaveCount(2)
  await plain.close()

  await page.keyboard.press('Escape')
  await rows.getByRole('link', { name: /Zuleika Zed/ }).click()
  await panel.getByRole('link', { name: 'Zuleika Zed' }).click()
  await expect(page).toHaveURL(`/manager/users/${user.id}`)
})

test('the history names the actor beside each entry, but in cards only if the sentence does not name the actor', async ({
  app,
  page,
}) => {
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  const user = await addUser(app, { name: 'Ida Once' })
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name)
    values ('signed-in', ${user.id}, ${user.name}, ${user.id}, ${user.name}),
           ('user-banned', ${chief.id}, ${chief.name}, ${user.id}, ${user.name}),
           ('impersonation-started', ${chief.id}, ${chief.name}, ${user.id}, ${user.name}),
           ('bulk-job-started', ${user.id}, ${user.name}, ${crypto.randomUUID()}, 'user-ban')`
  await signIn(app, page, chief.email)
  await page.goto(`/manager/history?person=${user.id}&signIns=shown`)
  const actorOf = (sentence: string) => page.locator('tbody tr').filter({ hasText: sentence }).locator('td').nth(1)
  await expect(actorOf('Ida Once was banned')).toHaveText('Some Chief')
  const named = ['Ida Once signed in', 'Some Chief started acting as', 'Ida Once started a bulk job']
  for (const sentence of named) await expect(actorOf(sentence)).toHaveText(sentence.split(' ').slice(0, 2).join(' '))
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(actorOf('Ida Once was banned')).toBeVisible()
  for (const sentence of named) await expect(actorOf(sentence)).toBeHidden()
})

test('rows of the history have the same height even with long names, and codes are shown as words', async ({
  app,
  page,
}) => {
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  const user = await addUser(app, { name: `Tall${'l'.repeat(40)} ${'Name '.repeat(10).trim()}` })
  await app.sql`
    insert into history_event (action, actor_id, actor_name, subject_id, subject_name, before, after)
    values ('impersonation-started', ${user.id}, ${user.name}, ${user.id}, ${user.name}, null, null),
           ('api-key-created', ${user.id}, ${user.name}, ${user.id}, ${user.name}, '{}',
            '{"apiKey": "CI", "scopes": "user:list, repository:read"}'),
           ('repository-updated', ${user.id}, ${user.name}, ${user.id}, 'example.com', '{}',
            '{"events": "user.role_changed,gone.since"}')`
  await signIn(app, page, chief.email)
  const rows = page.locator('tbody tr')
  for (const width of [820, 1_440]) {
    await page.setViewportSize({ width, height: 900 })
    // The language in the URL does not count as a filter.
    await page.goto(`/manager/history?person=${user.id}&lng=en`)
    await expect(chosenFilter(page, /./)).toHaveCount(1)
    await expect(rows).toHaveCount(3)
    const heights = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
    // The system font of this machine might be some pixels taller than others.
    for (const height of heights) expect(height).toBeLessThan(58)
  }
  const panel = page.getByRole('dialog')
  await rows.getByRole('link', { name: /API key/ }).click()
  await expect(panel).toContainText('API key: ')
  await expect(panel).toContainText('Permissions: \u2068See users, See repositories\u2069')
  await page.keyboard.press('Escape')
  await rows.getByRole('link', { name: /example\.com/ }).click()
  await expect(panel).toContainText('Role changed, gone.since')
})

test('in Arabic on a phone, entries of the history are cards', async ({ app, page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const chief = await addUser(app, { role: 'admin', name: 'رئيسة' })
  await signIn(app, page, chief.email)
  await chooseLanguage(app, page, 'ar')
  await page.goto('/manager/history?signIns=shown')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('السجل')
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toContainText('تسجيل دخول رئيسة')
  await rows.first().getByRole('link').first().click()
  await expect(page.getByRole('dialog')).toContainText('عنوان IP')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('button', { name: textsOf('ar').audit.what, exact: true }).click()
  await page
    .getByRole('group', { name: textsOf('ar').audit.what })
    .getByLabel('حظر مستخدم')
    .check()
  await expect(page).toHaveURL(/actions=user-banned/)
  await page.getByRole('button', { name: textsOf('ar').common.list.done }).click()
  await expect(rows.first()).toContainText('حظر')
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(overflow).toBe(0)
})
