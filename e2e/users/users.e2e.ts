import type { Page } from '@playwright/test'
import { LANGUAGE_NAMES } from '#i18n/languages.ts'
import { type App, someEmail } from '../support/app.ts'
import { chooseFilter, chosenFilter, enter } from '../support/lists.ts'
import { addUser } from '../support/users.ts'
import { emulateTouch, horizontalOverflow } from '../support/page-health.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

const PHONE = { width: 390, height: 844 }

/** Signs in a new administrator. */
async function enterAsChief(app: App, page: Page) {
  const chief = await addUser(app, { role: 'admin', name: 'Some Chief' })
  await signIn(app, page, chief.email)
  return chief
}

test.describe('the list of users', () => {
  test('the list of users is searched, filtered and sorted, and the URL stores all three', async ({ app, page }) => {
    await enterAsChief(app, page)
    await page.goto('/manager/dashboard')
    await page.getByRole('link', { name: 'Users', exact: true }).click()
    await expect(page).toHaveTitle('Users · Latchkey')
    const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr')
    await expect(rows).toHaveCount(20)

    await page.getByRole('searchbox').fill('ADA adm')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText(['Ada Admin'])
    await expect(rows).toContainText(['admin@example.com'])
    await expect(rows).toContainText(['Administrator'])
    await expect(page.locator('footer').getByText('1 of 1')).toBeVisible()
    await expect(page.locator('main header')).toContainText('Users1')
    await expect(page).toHaveURL(/searchTerm=ADA/)

    await chooseFilter(page, 'Role', 'User')
    await expect(page.getByText('No results for "ADA adm"')).toBeVisible()
    await page.getByRole('link', { name: 'Clear search' }).click()
    await chooseFilter(page, 'Role', 'Administrator')
    await chooseFilter(page, 'Status', 'Setup incomplete')
    await expect(page.getByText('Nothing matches these filters.')).toBeVisible()
    await page.getByRole('link', { name: 'Clear all filters' }).last().click()
    await expect(page).toHaveURL('/manager/users')
    await expect(rows).toHaveCount(20)
    await chooseFilter(page, 'Role', 'User')
    await chooseFilter(page, 'Status', 'Banned')
    await page.getByRole('columnheader', { name: 'User' }).getByRole('link').click()
    await expect(page).toHaveURL('/manager/users?role=user&status=banned&sort=name')
    await expect(rows.getByText('Banned').filter({ visible: true }).first()).toBeVisible()
    await expect(rows.filter({ hasNotText: 'Banned' })).toHaveCount(0)

    await page.reload()
    await expect(rows.filter({ hasText: 'Banned' }).first()).toBeVisible()
    await expect(rows.filter({ hasNotText: 'Banned' })).toHaveCount(0)
    await expect(chosenFilter(page, 'Banned')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending')
  })

  test('the list of users loads more rows, and a click anywhere on a row opens the user', async ({ app, page }) => {
    await enterAsChief(app, page)
    // Counts the sample users, and the users that other tests have added.
    const [users] = await app.sql`select count(*) from "user" where search_text like '%person%'`
    const total = String(users?.count)
    await page.goto('/manager/users?searchTerm=person')
    const rows = page.getByRole('table').locator('tbody tr')
    await expect(page.locator('footer').getByText(`20 of ${total}`)).toBeVisible()
    await page.getByRole('button', { name: 'Load more' }).click()
    await expect(rows).toHaveCount(40)
    for (let shown = 40; shown < Number(total); shown += 20)
      await page.getByRole('button', { name: 'Load more' }).click()
    await expect(page.locator('footer').getByText(`${total} of ${total}`)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Load more' })).toBeHidden()
    await rows.nth(40).click({ position: { x: 700, y: 10 } })
    await expect(page).toHaveURL(/\/manager\/users\/[0-9a-f-]{36}$/)
  })

  test('the first HTML contains the list of users, even with invalid parameters', async ({ app, page }) => {
    await enterAsChief(app, page)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto('/manager/users?searchTerm=314159265358&role=owner&status=%00&sort=email%3Bdrop')
    await expect(page.getByText('No results for "314159265358"')).toBeVisible()
    await expect(chosenFilter(page, /./)).toHaveCount(0)
    await page.goto('/manager/users?role=admin&searchTerm=ada%20admin')
    await expect(page.getByText('Ada Admin')).toBeVisible()
    expect(asked.filter((path) => path === '/api/users.listUsers')).toEqual([])
  })

  test("the list of users shows an error if the database doesn't respond", ONLY_IN_FULL_RUN, async ({ app, page }) => {
    test.setTimeout(120_000)
    await enter(app, page, 'admin', '/manager/users')
    await expect(page.getByRole('table').locator('tbody tr')).toHaveCount(20)
    let unlock: () => void = () => undefined
    const locked = app.sql.begin(async (transaction) => {
      await transaction`lock table "user" in access exclusive mode`
      await new Promise<void>((resolve) => (unlock = resolve))
    })
    await page.getByRole('searchbox').fill('ada admin')
    await expect(page.getByRole('alert')).toContainText('Something went wrong', { timeout: 60_000 })
    await expect(page.getByText('No results')).toBeHidden()
    unlock()
    await locked
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('admin@example.com')).toBeVisible()
  })
})

test.describe('the form of a new user', () => {
  test('the form of a new user shows errors, keeps the input, and adds the user', async ({ app, page }) => {
    await enterAsChief(app, page)
    await page.goto('/manager/users')
    await page.getByRole('link', { name: 'New user' }).click()
    await expect(page).toHaveURL('/manager/users/new')
    const save = page.getByRole('button', { name: 'Add user' }).last()
    await save.click()
    await expect(page.getByText('Email is required')).toBeVisible()
    await expect(page.getByText('Name is required')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()

    await page.getByLabel('Email', { exact: true }).fill('nobody')
    await page.getByRole('textbox', { name: 'Name' }).fill('...')
    await save.click()
    await expect(page.getByText('Email is invalid')).toBeVisible()
    await expect(page.getByText('Name is invalid')).toBeVisible()

    await page.getByLabel('Email', { exact: true }).fill('  Admin@Example.com ')
    await page.getByRole('textbox', { name: 'Name' }).fill('Nia New')
    await page.getByLabel('Role').selectOption('Administrator')
    await save.click()
    await expect(page.getByText('Email already used')).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Nia New')

    const email = someEmail('nia')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await save.click()
    await expect(page.getByText('Nia New was added.')).toBeVisible()
    await expect(page).toHaveURL(/\/manager\/users\/[0-9a-f-]{36}$/)
    const [made] = await app.sql`select name, role from "user" where email = ${email}`
    expect(made).toEqual({ name: 'Nia New', role: 'admin' })
    await page.getByRole('link', { name: 'Users', exact: true }).first().click()
    await expect(page.getByRole('table').locator('tbody tr').first()).toContainText('Nia New')
  })

  test('the form of a new user asks for confirmation before unsaved input is lost', async ({ app, page }) => {
    await enterAsChief(app, page)
    await page.goto('/manager/users/new')
    await page.getByRole('textbox', { name: 'Name' }).fill('Half done')
    const questions: string[] = []
    page.on('dialog', (dialog) => {
      questions.push(dialog.message())
      void (questions.length === 1 ? dialog.dismiss() : dialog.accept())
    })
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Half done')
    await page.getByRole('link', { name: 'Cancel' }).click()
    await expect(page).toHaveURL('/manager/users')
    expect(questions).toHaveLength(2)
  })
})

test.describe('the form to edit a user', () => {
  test('the form to edit a user saves email, name and role, and refuses an email in use', async ({ app, page }) => {
    await enterAsChief(app, page)
    const { id } = await addUser(app, { name: 'Old Name' })
    await page.goto(`/manager/users/${id}`)
    await page.locator(`a[href="/manager/users/${id}/update"]`).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Edit Old Name')
    await page.getByLabel('Email', { exact: true }).fill('user@example.com')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await expect(page.getByText('Email already used')).toBeVisible()

    const email = someEmail('changed')
    await page.getByLabel('Email', { exact: true }).fill(email)
    await page.getByRole('textbox', { name: 'Name' }).fill('New Name')
    await page.getByLabel('Role').selectOption('Administrator')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await expect(page.getByText('New Name was saved.')).toBeVisible()
    await expect(page).toHaveURL(`/manager/users/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('New Name')
    await expect(page).toHaveTitle('New Name · Latchkey')
    await expect(page.getByText(/Role: .User. → .Administrator/)).toBeVisible()
    const [kept] = await app.sql`select email, name, role from "user" where id = ${id}`
    expect(kept).toEqual({ email, name: 'New Name', role: 'admin' })
    // The form is prefilled with the current values.
    await app.sql`update "user" set name = 'Newer Name' where id = ${id}`
    await page.locator(`a[href="/manager/users/${id}/update"]`).click()
    await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Newer Name')
  })

  test('the form to edit an administrator’s own account allows changes of the name only', async ({ app, page }) => {
    const chief = await enterAsChief(app, page)
    await page.goto(`/manager/users/${chief.id}/update`)
    await expect(page.getByLabel('Role')).toBeDisabled()
    await expect(page.getByText("You can't change your own role")).toBeVisible()
    await expect(page.getByLabel('Email', { exact: true })).not.toBeEditable()
    await page.getByRole('textbox', { name: 'Name' }).fill('Renamed Chief')
    await page.getByRole('button', { name: 'Save' }).last().click()
    await expect(page.getByText('Renamed Chief was saved.')).toBeVisible()
    const [kept] = await app.sql`select name, role from "user" where id = ${chief.id}`
    expect(kept).toEqual({ name: 'Renamed Chief', role: 'admin' })
  })

  test('the first HTML of the form to edit a user contains the current values', async ({ app, page }) => {
    await enterAsChief(app, page)
    const { id, email } = await addUser(app, { name: 'Known Name' })
    const answer = await page.request.get(`/manager/users/${id}/update`)
    const html = await answer.text()
    expect(html).toContain('value="Known Name"')
    expect(html).toContain(`value="${email}"`)
  })

  test('the form to edit an unknown user returns 404', async ({ app, page }) => {
    await enterAsChief(app, page)
    for (const id of ['0193e5a0-0000-4000-8000-0000000000ff', 'x', "'--"]) {
      const response = await page.goto(`/manager/users/${id}/update`)
      expect(response?.status(), id).toBe(404)
    }
  })
})

test('markup in names is shown as text everywhere', async ({ app, page }) => {
  await enterAsChief(app, page)
  const hostile = [
    '<img src=x onerror="window.hit=1">',
    '</script><script>window.hit=1</script>',
    '{{constructor}} $t(users:title)',
    'a\u2028b "\\\' `${1}`',
    '\u202Egnp.exe',
    'long'.repeat(25),
  ]
  for (const name of hostile) await addUser(app, { name })
  await page.goto('/manager/users')
  const shown = page.getByRole('table').locator('tbody').getByRole('link')
  const texts = await shown.allTextContents()
  expect(texts.slice(0, hostile.length).toSorted()).toEqual(hostile.toSorted())
  await shown.first().hover()
  const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`select id from "user" where name = ${hostile[1] ?? ''}`
  await page.goto(`/manager/users/${id}/update`)
  await page.getByLabel('Email', { exact: true }).fill(someEmail())
  await page.getByRole('button', { name: 'Save' }).last().click()
  await expect(page.getByText(`${hostile[1]} was saved.`)).toBeVisible()
  expect(await page.evaluate(() => 'hit' in window)).toBe(false)
})

test('on a phone, users are cards, and filters open as drawers', async ({ app, page }) => {
  await page.setViewportSize(PHONE)
  await emulateTouch(page)
  await enterAsChief(app, page)
  await addUser(app, { name: 'w'.repeat(100) })
  for (const path of ['/manager/users', '/manager/users/new']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await horizontalOverflow(page), path).toBeLessThanOrEqual(0)
    const small = await page
      .locator('main :is(button, select, input, a.inline-flex)')
      .filter({ visible: true })
      .evaluateAll(
        (all) =>
          all.map((one) => (one.closest('label') ?? one).getBoundingClientRect()).filter(({ height }) => height < 44)
            .length,
      )
    expect(small, path).toBe(0)
  }
  await page.goto('/manager/users')
  const status = page.getByRole('button', { name: 'Status', exact: true })
  await status.click()
  const drawer = page.getByRole('group', { name: 'Status' })
  expect(await drawer.boundingBox()).toMatchObject({ x: 0, width: PHONE.width })
  await drawer.getByRole('link', { name: 'Banned' }).click()
  await expect(drawer).toBeHidden()
  await expect(status).toBeFocused()
  await chooseFilter(page, /^Sort by/, 'Name')
  await expect(page).toHaveURL('/manager/users?status=banned&sort=name')
  await chosenFilter(page, 'Banned').click()
  await expect(page).toHaveURL('/manager/users?sort=name')
  await page.goto('/manager/users?searchTerm=ada%20admin')
  await page
    .locator('tbody tr')
    .first()
    .click({ position: { x: 300, y: 10 } })
  await expect(page).toHaveURL(/\/manager\/users\/[0-9a-f-]{36}$/)
})

test('in Arabic, the list and the form of users have only Arabic texts, from right to left', async ({ app, page }) => {
  await enterAsChief(app, page)
  await chooseLanguage(app, page, 'ar')
  await page.goto('/manager/users?status=banned')
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('المستخدمون')
  await expect(page.getByRole('table').getByText('محظور').filter({ visible: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'مستخدم جديد' }).click()
  await page.getByRole('button', { name: 'إضافة المستخدم' }).last().click()
  await expect(page.getByText('البريد الإلكتروني مطلوب.')).toBeVisible()
  const said = await page.locator('main').innerText()
  expect(Object.values(LANGUAGE_NAMES).reduce((text, name) => text.replace(name, ''), said)).not.toMatch(/[a-z]{3}/i)
})
