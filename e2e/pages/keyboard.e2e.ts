import type { Locator, Page } from '@playwright/test'
import { holdRequests } from '../support/hold-requests.ts'
import { addUser } from '../support/users.ts'
import { enter, someName } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { common, repositories } = textsOf('en')

test('a user searches a list and opens a row by keyboard only', async ({ page, app }) => {
  const { name } = await addRepository(app)
  await enter(app, page, 'user', '/app/repositories')
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type(name)
  const row = page.getByRole('link', { name, exact: true })
  await expect(page.locator('tbody tr')).toHaveCount(1)
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expectHeading(page, name)
})

test('an administrator adds, changes and deletes a repository by keyboard only', async ({ page, app }) => {
  const [name, changed] = [someName(), someName()]
  await enter(app, page, 'admin', '/manager/repositories')
  const add = page.getByRole('button', { name: repositories.new })
  await expectOpensAndReturns(page, add, repositories.new)
  await press(page, add)
  await tabTo(page, page.getByRole('textbox', { name: repositories.name }))
  await page.keyboard.type(name)
  await tabTo(page, page.getByLabel(repositories.link))
  await page.keyboard.type('git.example.com')
  await page.keyboard.press('Enter')
  await expectHeading(page, name)

  const edit = page.getByRole('button', { name: common.edit, exact: true })
  await expectOpensAndReturns(page, edit, repositories.edit)
  await press(page, edit)
  await tabTo(page, page.getByRole('textbox', { name: repositories.name }))
  await page.keyboard.press('Control+a')
  await page.keyboard.type(changed)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: changed })).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(edit).toBeFocused()

  const more = page.getByRole('button', { name: fill(common.actionsFor, { name: changed }) })
  await tabTo(page, more)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: common.delete })).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: common.cancel }))
  await page.keyboard.press('Enter')
  await expect(more).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: common.delete }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/manager/repositories')
  await expect(page.getByText(fill(repositories.deleted, { name: changed }))).toBeVisible()
})

test('an administrator bans a user by keyboard only', async ({ page, app }) => {
  const user = await addUser(app)
  await enter(app, page, 'admin', `/manager/users/${user.id}`)
  await tabTo(page, page.getByRole('button', { name: /^Actions for/ }))
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem', { name: 'Ban' })).toBeFocused()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await tabTo(page, dialog.getByRole('textbox').first())
  await page.keyboard.type('Sold keys')
  await tabTo(page, dialog.getByRole('button', { name: 'Ban', exact: true }))
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Lift the ban' })).toBeVisible()
})

test('a user changes theme and language by keyboard only', async ({ page, app }) => {
  await enter(app, page, 'user', '/app/account')
  await tabTo(page, page.getByLabel(common.theme).filter({ visible: true }))
  await page.keyboard.press('End')
  await expect(page.locator('html')).toHaveClass(/dark/)
  await tabTo(page, page.getByLabel(common.language).filter({ visible: true }), 'Shift+Tab')
  await page.keyboard.press('End')
  await expect(page.locator('html')).toHaveAttribute('lang', 'sw')
  await expect(page.getByRole('heading', { level: 1, name: textsOf('sw').account.title })).toBeVisible()
})

test('an Escape that is pressed before hydration closes the dialog after hydration', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/dashboard')
  const release = await holdRequests(page, /\/assets\/.*\.js/)
  await page.goto('/manager/repositories?dialog=new', { waitUntil: 'commit' })
  const dialog = page.getByRole('dialog', { name: repositories.new })
  await expect(dialog.getByLabel(repositories.name)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  release()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/manager/repositories')
})

/** Presses a key until the target has the focus. */
async function tabTo(page: Page, target: Locator, key = 'Tab') {
  await target.waitFor()
  for (let stops = 0; stops < 80; stops += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  await expect(target).toBeFocused()
}

async function press(page: Page, button: Locator) {
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
}

/** Opens a dialog by its button, and checks that Escape closes it and returns the focus to the button. */
async function expectOpensAndReturns(page: Page, button: Locator, title: string) {
  await press(page, button)
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(button).toBeFocused()
}

/** Checks that the page's heading has the focus and that its title is announced. */
async function expectHeading(page: Page, heading: string) {
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeFocused()
  await expect(page.locator('[aria-live=assertive]')).toHaveText(await page.title())
}

test('the focus ring has its final color from the first frame', async ({ page, app }) => {
  await enter(app, page, 'admin', '/manager/repositories')
  for (const control of [
    page.getByRole('button', { name: repositories.new }),
    page.getByRole('searchbox'),
    page.getByRole('link', { name: common.nav.users, exact: true }),
  ]) {
    await control.waitFor()
    await page.keyboard.press('Shift')
    const [first, last] = await control.evaluate(async (element) => {
      element.focus({ focusVisible: true })
      const atFirst = getComputedStyle(element).outlineColor
      await Promise.all(element.getAnimations().map(({ finished }) => finished))
      return [atFirst, getComputedStyle(element).outlineColor]
    })
    expect(first).toBe(last)
  }
})
