import type { Locator, Page } from '@playwright/test'
import { someEmail, type App } from '../support/app.ts'
import { emulateTouch } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { chooseAction } from '../support/lists.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { coveredByToast } from '../support/toasts.ts'

const PHONE = { width: 390, height: 844 }

test('an administrator bans and deletes selected users, and undoes this by toast and user page', async ({
  app,
  page,
}) => {
  const word = await addCrowdAndSignIn(app, page, 5)
  await page.goto(`/manager/users?searchTerm=${word}&sort=name`)
  const bar = page.getByRole('toolbar')
  const question = page.getByRole('dialog')
  const rows = page.locator('tbody tr')
  await page.getByRole('checkbox', { name: `${word} 1` }).check()
  await page.getByRole('checkbox', { name: `${word} 3` }).click({ modifiers: ['Shift'] })
  await expect(bar).toContainText('3 selected')
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await expect(bar).toContainText('5 selected')

  await bar.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(question).toContainText('5 users will be signed out everywhere')
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(question).toContainText('Reason is required')
  await question.getByLabel('Reason').fill('spam')
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(rows.getByText('Banned').filter({ visible: true })).toHaveCount(5)
  await expect(bar).toBeHidden()
  await expect(page.getByText('Banned 5 users.')).toBeVisible()
  // The focus moves to this checkbox, because the toolbar with the used button has disappeared.
  await expect(page.getByRole('checkbox', { name: 'Select all rows shown' })).toBeFocused()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rows.getByText('Active').filter({ visible: true })).toHaveCount(5)

  const [user] = await app.sql`select id from "user" where name = ${`${word} 2`}`
  await page.goto(`/manager/users/${user?.id}`)
  await chooseAction(page, 'Ban')
  await question.getByLabel('Reason').fill('spam')
  await question.getByRole('button', { name: 'Ban', exact: true }).click()
  await expect(page.locator('main header').getByText('Banned', { exact: true })).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: 'Undo the job' }).click()
  await question.getByRole('button', { name: 'Undo the job' }).click()
  await expect(page.locator('main header').getByText('Active', { exact: true })).toBeVisible()
})

test('the list of jobs has a new job, even if the list was open before', async ({ app, page }) => {
  const word = await addCrowdAndSignIn(app, page, 2)
  await page.goto('/manager/jobs')
  const follow = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click()
  await follow('Users')
  await page.getByRole('searchbox').fill(word)
  await expect(page.locator('tbody tr')).toHaveCount(2)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('toolbar').getByRole('button', { name: 'Ban', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill(word)
  await page.getByRole('dialog').getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByText('Banned 2 users.')).toBeVisible()
  const newest = await app.sql`select id from bulk_job order by created_at desc limit 1`
  await follow('Jobs')
  await expect(page.locator(`main a[href*="${newest[0]?.id}"]`).first()).toBeVisible()
})

test('an action on all matching users is a job, whose page shows its progress and undoes it', async ({ app, page }) => {
  const word = await addCrowdAndSignIn(app, page, 45, 'Chief')
  await page.goto(`/manager/users?searchTerm=${word}`)
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  const bar = page.getByRole('toolbar')
  await bar.getByRole('button', { name: 'Select all 46' }).click()
  await expect(bar).toContainText('46 selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/manager\/jobs\/[0-9a-f-]{36}$/)
  const main = page.getByRole('main')
  await expect(main.locator('header').getByText('Done', { exact: true })).toBeVisible({ timeout: 45_000 })
  await expect(main).toContainText('46 of 46')
  // The administrator who started the job matches the search too.
  await expect(main).toContainText(`${word} Chief`)
  await expect(main).toContainText("You can't do this to your own account.")

  const { bulk } = textsOf('ar')
  await page.context().addCookies([{ name: 'lng', value: 'ar', url: app.url }])
  await page.setViewportSize(PHONE)
  await page.reload()
  await emulateTouch(page)
  await page.getByRole('button', { name: bulk.undoNow }).click()
  await page.getByRole('dialog').getByRole('button', { name: bulk.undoNow }).click()
  await expect(main.locator('header').getByText(bulk.statuses.undone, { exact: true })).toBeVisible({ timeout: 45_000 })
  const [left] = await app.sql`select count(*)::int as count from "user" where name like ${`${word}%`}`
  expect(left?.count).toBe(46)

  await page.goto('/manager/jobs')
  await expect(page.locator('tbody tr').first()).toContainText(bulk.kinds['user-delete'])
  await page.goto('/manager/repositories')
  await page.getByRole('checkbox').first().check()
  await expect(
    page.getByRole('toolbar').getByRole('button', { name: bulk.actions['repository-delete'] }),
  ).toBeInViewport({
    ratio: 1,
  })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width)
})

test('Escape closes the toolbar and returns the focus to the checkbox; toolbar and cards fit a narrow phone', async ({
  app,
  page,
}) => {
  const word = await addCrowdAndSignIn(app, page, 2)
  await page.goto(`/manager/users?searchTerm=${word}&sort=name`)
  const box = page.getByRole('checkbox', { name: `${word} 2` })
  const bar = page.getByRole('toolbar')
  await box.check()
  await bar.getByRole('button', { name: 'End sessions' }).focus()
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  await expect(box).toBeFocused()

  await page.setViewportSize({ width: 320, height: 568 })
  await page.goto(`/manager/users?searchTerm=${word}&lng=sw`)
  const card = page.locator('tbody tr').first()
  await card.getByRole('checkbox').check()
  const [barTop, crossTop] = await topsOf(bar, bar.getByRole('button').last())
  expect(crossTop - barTop).toBeLessThan(16)
  const starts = await card
    .locator('a bdi, .badge')
    .evaluateAll((parts) => parts.map((part) => Math.round(part.getBoundingClientRect().left)))
  // The left edges of the name and of the badge with the status.
  expect(starts).toHaveLength(2)
  expect(starts[1]).toBe(starts[0])
})

test('the accessible names of a row’s checkbox, link and menu contain the name of the user', async ({ app, page }) => {
  const word = await addCrowdAndSignIn(app, page, 1)
  await page.goto(`/manager/users?searchTerm=${word}`)
  const row = page.locator('tbody tr')
  await expect(page.getByRole('checkbox').first()).toHaveAccessibleName('Select all rows shown')
  await expect(row.getByRole('checkbox')).toHaveAccessibleName(`Select ${word} 1`)
  await expect(row.getByRole('link')).toHaveAccessibleName(`${word} 1`)
  const more = row.getByRole('button', { name: `Actions for ${word} 1`, exact: true })
  await more.click()
  await expect(page.getByRole('menu')).toHaveAccessibleName(`Actions for ${word} 1`)
})

test('a toast covers no controls of a list', async ({ app, page }) => {
  const word = await addCrowdAndSignIn(app, page, 2)
  for (const size of [PHONE, { width: 820, height: 1_180 }, { width: 1_440, height: 900 }]) {
    await page.setViewportSize(size)
    await page.goto(`/manager/users?searchTerm=${word}&sort=name`)
    await page.getByRole('button', { name: `${word} 1` }).click()
    await page.getByRole('menuitem', { name: 'End sessions' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'End sessions' }).click()
    const toast = page.locator('[data-sonner-toast][data-mounted=true]')
    await expect(toast).toContainText('Ended all sessions of 1 user.')
    await expect(page.getByRole('button', { name: `${word} 1` })).toBeFocused()
    await expect.poll(() => coveredByToast(page), `at ${size.width} px`).toEqual([])
  }
})

async function topsOf(...parts: Locator[]): Promise<[number, number]> {
  const [one, other] = await Promise.all(parts.map((part) => part.boundingBox()))
  return [one?.y ?? 0, other?.y ?? 0]
}

/**
 * Adds users whose names begin with a unique word, and signs in a new administrator.
 * @param chief the rest of the administrator's name, which then begins with the same word
 * @returns the word
 */
async function addCrowdAndSignIn(app: App, page: Page, count: number, chief?: string): Promise<string> {
  const word = `Crowd${crypto.randomUUID().slice(0, 8)}`
  const rows = Array.from({ length: count }, (_, row) => ({ email: someEmail('crowd'), name: `${word} ${row + 1}` }))
  await app.sql`insert into "user" ${app.sql(rows)}`
  const { email } = await addUser(app, { role: 'admin', name: chief ? `${word} ${chief}` : 'Some Chief' })
  await signIn(app, page, email)
  return word
}
