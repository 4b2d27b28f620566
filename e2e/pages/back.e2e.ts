import type { Locator, Page } from '@playwright/test'
import { chooseAction, enter, rowsOf, someName } from '../support/lists.ts'
import { addRepository } from '../support/repositories.ts'
import type { App } from '../support/app.ts'
import { expect, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'
import { holdRequests } from '../support/hold-requests.ts'
import { expectTabHistory } from '../support/trail.ts'
import { alsoInQuickRun } from '../support/speed.ts'

const { account, common, repositories } = textsOf('en')
const PHONE = { width: 390, height: 844 }
const LIST = '/manager/repositories'

/** A form in a dialog. `prepare` returns the path of the page with the button, and the path of the open dialog. */
interface FormDialog {
  name: string
  prepare: (app: App) => Promise<{ path: string; dialogPath: string }>
  button: string
  field: string
}

const DIALOGS: FormDialog[] = [
  {
    name: 'the dialog of a new repository',
    prepare: () => Promise.resolve({ path: LIST, dialogPath: `${LIST}?dialog=new` }),
    button: repositories.new,
    field: repositories.name,
  },
  {
    name: 'the dialog to edit a repository',
    prepare: async (app) => {
      const { id } = await addRepository(app)
      return { path: `${LIST}/${id}`, dialogPath: `${LIST}/${id}?dialog=edit` }
    },
    button: common.edit,
    field: repositories.name,
  },
  ...['/app/account', '/manager/account'].map((path) => ({
    name: `the dialog to change the own name in ${path}`,
    prepare: () => Promise.resolve({ path, dialogPath: `${path}?state=change-name` }),
    button: account.profile.changeName,
    field: account.profile.name,
  })),
]

const WAYS_OUT: Record<string, (page: Page) => Promise<void>> = {
  Escape: (page) => page.keyboard.press('Escape'),
  'Escape, twice': async (page) => {
    await page.evaluate(() => {
      for (let times = 0; times < 2; times += 1)
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
    })
  },
  'its cross': (page) => dialogOf(page).getByRole('button', { name: common.close }).click(),
  'a click outside of it': (page) => page.mouse.click(5, 5),
}

for (const [nth, { name, prepare, button, field }] of DIALOGS.entries()) {
  // The dialogs share their code, so a quick run tests one.
  const isQuick = alsoInQuickRun(nth === 0)

  test(`${name} adds one entry to the browser history, and closing it goes back`, isQuick, async ({ page, app }) => {
    const { path, dialogPath } = await prepare(app)
    await enter(app, page, 'admin', '/app')
    await page.goto(path)
    const open = () => page.getByRole('button', { name: button, exact: true }).click()
    for (const [way, leave] of Object.entries(WAYS_OUT))
      await test.step(way, async () => {
        await open()
        await expectTabHistory(page, '/app', path, `>${dialogPath}`)
        await expect(dialogOf(page)).toBeVisible()
        await leave(page)
        await expect(dialogOf(page)).toBeHidden()
        await expectTabHistory(page, '/app', `>${path}`, dialogPath)
      })
    await open()
    await page.reload()
    await expect(fieldOf(page, field)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialogOf(page)).toBeHidden()
    await expectTabHistory(page, '/app', `>${path}`, dialogPath)
    await page.goBack()
    await expectTabHistory(page, '>/app', path, dialogPath)
  })

  test(
    `${name}, if opened by a link, is closed without a new entry in the browser history`,
    isQuick,
    async ({ page, app }) => {
      const { path, dialogPath } = await prepare(app)
      await enter(app, page, 'admin', '/app')
      await page.goto(dialogPath)
      await expect(fieldOf(page, field)).toBeFocused()
      await page.reload()
      await expect(fieldOf(page, field)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialogOf(page)).toBeHidden()
      await expectTabHistory(page, '/app', `>${path}`)
    },
  )

  test(
    `${name} with unsaved input asks for confirmation before Back and Escape close it`,
    isQuick,
    async ({ page, app }) => {
      const { path, dialogPath } = await prepare(app)
      await enter(app, page, 'admin', '/app')
      await page.goto(path)
      await page.getByRole('button', { name: button, exact: true }).click()
      await fieldOf(page, field).fill('half a name')
      for (const leave of [() => page.goBack({ waitUntil: 'commit' }), () => page.keyboard.press('Escape')]) {
        const question = page.waitForEvent('dialog')
        const left = leave().catch(() => undefined)
        await (await question).dismiss()
        await left
        await expectTabHistory(page, '/app', path, `>${dialogPath}`)
        await expect(fieldOf(page, field)).toHaveValue('half a name')
      }
      page.once('dialog', (question) => void question.accept())
      await page.keyboard.press('Escape')
      await expect(dialogOf(page)).toBeHidden()
      await expectTabHistory(page, '/app', `>${path}`, dialogPath)
    },
  )
}

test('on a phone, swiping a drawer down closes it and goes back in the browser history', async ({ page, app }) => {
  await page.setViewportSize(PHONE)
  await enter(app, page, 'admin', '/app')
  await page.goto(LIST)
  await page.getByRole('button', { name: repositories.new }).click()
  await expect.poll(() => bottomOf(dialogOf(page))).toBe(PHONE.height)
  await expect(async () => {
    if (await dialogOf(page).isVisible()) await swipeDown(page)
    await expect(dialogOf(page)).toBeHidden({ timeout: 1_000 })
  }).toPass()
  await expectTabHistory(page, '/app', `>${LIST}`, `${LIST}?dialog=new`)
})

test('a drawer with unsaved input returns to its position if the user swipes it and cancels', async ({ page, app }) => {
  await page.setViewportSize(PHONE)
  await enter(app, page, 'admin', LIST)
  await page.getByRole('button', { name: repositories.new }).click()
  await fieldOf(page, repositories.name).fill('half a name')
  await expect.poll(() => bottomOf(dialogOf(page))).toBe(PHONE.height)
  const questions: string[] = []
  page.on('dialog', (question) => {
    questions.push(question.message())
    void question.dismiss()
  })
  await expect(async () => {
    await swipeDown(page)
    await expect.poll(() => questions.length, { timeout: 1_000 }).toBeGreaterThan(0)
  }).toPass()
  await expectTabHistory(page, LIST, `>${LIST}?dialog=new`)
  await expect(fieldOf(page, repositories.name)).toHaveValue('half a name')
  await expect.poll(() => bottomOf(dialogOf(page))).toBe(PHONE.height)
})

test('after a repository is added, Back skips its form', async ({ page, app }) => {
  const name = someName()
  await enter(app, page, 'admin', '/app')
  await page.goto(LIST)
  await page.getByRole('button', { name: repositories.new }).click()
  await fillRepository(page, name)
  await page.getByRole('button', { name: repositories.create }).click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const [made] = await app.sql<{ id: string }[]>`select id from repository where name = ${name}`
  await expectTabHistory(page, '/app', LIST, `>${LIST}/${made?.id}`)
  await page.goBack()
  await expectTabHistory(page, '/app', `>${LIST}`, `${LIST}/${made?.id}`)
  await expect(rowsOf(page).first()).toContainText(name)
  await expect(dialogOf(page)).toBeHidden()
})

test('a form that is closed while it is being saved does not navigate after the save', async ({ page, app }) => {
  const name = someName()
  await enter(app, page, 'admin', LIST)
  const release = await holdRequests(page, /repositories\.createRepository/)
  await page.getByRole('button', { name: repositories.new }).click()
  await fillRepository(page, name)
  await page.getByRole('button', { name: repositories.create }).click()
  await expect(page.getByRole('button', { name: common.saving })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  release()
  await expect(page.getByText(fill(repositories.added, { name }))).toBeVisible()
  await expect(rowsOf(page).first()).toContainText(name)
  await expectTabHistory(page, `>${LIST}`, `${LIST}?dialog=new`)
})

test('after a repository is changed, neither Back nor Forward opens its form', async ({ page, app }) => {
  const { id, name } = await addRepository(app)
  const path = `${LIST}/${id}`
  await enter(app, page, 'admin', '/app')
  await page.goto(path)
  await page.getByRole('button', { name: common.edit }).click()
  await fillRepository(page, `${name}-new`)
  await page.getByRole('button', { name: common.save }).click()
  await expect(page.getByRole('heading', { level: 1, name: `${name}-new` })).toBeVisible()
  await expectTabHistory(page, '/app', `>${path}`, path)
  await page.goForward()
  await expect(dialogOf(page)).toBeHidden()
  await page.goBack()
  await page.goBack()
  await expectTabHistory(page, '>/app', path, path)
})

test('after a deletion and after Undo, Back skips the page of the deleted repository', async ({ page, app }) => {
  const { id, name } = await addRepository(app)
  await enter(app, page, 'admin', `${LIST}?searchTerm=${name}`)
  await rowsOf(page).locator('.row-link').click()
  await expectTabHistory(page, `${LIST}?searchTerm=${name}`, `>${LIST}/${id}`)
  await chooseAction(page, common.delete)
  await dialogOf(page).getByRole('button', { name: common.delete }).click()
  await expectTabHistory(page, `${LIST}?searchTerm=${name}`, `>${LIST}`)
  await page.getByRole('button', { name: common.undo }).click()
  await expect(page.getByText(fill(repositories.restored, { name }))).toBeVisible()
  await page.goBack()
  await expect(rowsOf(page)).toContainText(name)
  await expectTabHistory(page, `>${LIST}?searchTerm=${name}`, LIST)
})

const dialogOf = (page: Page) => page.getByRole('dialog')
const fieldOf = (page: Page, field: string) => dialogOf(page).getByLabel(field, { exact: true })

async function fillRepository(page: Page, name: string) {
  await fieldOf(page, repositories.name).fill(name)
  await fieldOf(page, repositories.link).fill('git.example.com')
}

/** Returns the bottom edge of a drawer. It equals the height of the screen once the drawer is fully open. */
async function bottomOf(drawer: Locator) {
  const box = await drawer.boundingBox()
  return Math.round((box?.y ?? 0) + (box?.height ?? 0))
}

/** Swipes the drawer down. Does nothing if the drawer has already disappeared. */
async function swipeDown(page: Page) {
  const box = await dialogOf(page)
    .boundingBox({ timeout: 1_000 })
    .catch(() => null)
  if (!box) return
  const [x, y] = [PHONE.width / 2, box.y + 8]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (let step = 1; step <= 10; step += 1) await page.mouse.move(x, y + step * 30)
  await page.mouse.up()
}
