import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { boxOf } from '../support/boxes.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { expectTabHistory } from '../support/trail.ts'
import { chooseLanguage, expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

/** Signs in the owner of a new organization, which is active in the session if `isIn`. @returns the organization's path */
async function enterOwn(app: App, page: Page, name: string, isIn: boolean): Promise<string> {
  const email = await newUserEmail(app, { name: 'Olga Owner' })
  const [made] = await app.sql<{ id: string }[]>`
    with made as (insert into organization (name) values (${name}) returning id), joined as (
      insert into member (organization_id, user_id, role) select made.id, "user".id, 'owner' from made, "user" where email = ${email}
    ) select id from made`
  await signIn(app, page, email)
  const id = made?.id ?? ''
  if (isIn)
    await app.sql`
      update session set active_organization_id = ${id} where user_id in (select id from "user" where email = ${email})`
  return `/app/organizations/${id}`
}

for (const language of ['en', 'ar'] as const)
  test(`in ${language}, the tabs of an organization work by keyboard on a narrow phone`, async ({ page, app }) => {
    const { nav } = textsOf(language).common
    const entered = page.getByRole('status').filter({ hasText: 'Harbour Lights' })
    await page.setViewportSize({ width: 320, height: 640 })
    const path = await enterOwn(app, page, 'Harbour Lights', true)
    await chooseLanguage(app, page, language)
    await page.goto(`${path}?from=shared`)
    const tab = (name: string) => page.getByRole('navigation', { name: 'Harbour Lights' }).getByRole('link', { name })
    await expect(entered).toBeVisible()
    for (const [name, address] of [
      [nav.settings, `${path}/settings?from=shared`],
      [nav.members, `${path}?from=shared`],
      [nav.repositories, '/app/repositories'],
    ] as const) {
      await tab(name).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(address)
      await expect(page).toHaveTitle(`${name} · Harbour Lights · Latchkey`)
      await expect(tab(name)).toHaveAttribute('aria-current', 'page')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Lights')
      await expect(entered, 'the link back stays on all tabs').toHaveCount(address.includes('from') ? 1 : 0)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await horizontalOverflow(page)).toBe(0)
    }
    await page.goBack()
    await expect(page).toHaveURL(`${path}?from=shared`)
  })

for (const width of [390, 1_280])
  test(`all tabs of an organization have the same header, ${width} pixels wide`, async ({ page, app }) => {
    await page.setViewportSize({ width, height: 844 })
    const path = await enterOwn(app, page, 'Harbour Lights', true)
    await app.sql`
      insert into repository (name, link, organization_id)
      select 'quay-' || nr, 'https://quay.example', ${path.split('/').at(-1) ?? ''}::uuid from generate_series(1, 3) as nr`
    const main = page.getByRole('main')
    const header = main.locator('header').first()
    const tabs = page.getByRole('navigation', { name: 'Harbour Lights' })
    const actionTops: number[] = []
    for (const [address, action] of [
      ['/app/repositories', 'New repository'],
      [path, 'Invite'],
      [`${path}/history`, undefined],
      [`${path}/settings`, undefined],
    ] as const) {
      await page.goto(address)
      await expect(header.getByRole('heading', { level: 1 })).toHaveText('Harbour Lights')
      await expect(header).toContainText('Owner')
      await expect(tabs.getByRole('link')).toHaveText(['Repositories 3', 'Members 1', 'History', 'Settings'])
      const current = (await tabs.locator('[aria-current=page]').innerText()).replace(/ \d+$/, '')
      await expect(main.getByRole('heading', { name: current }), 'no heading repeats the tab').toHaveCount(0)
      await expect(header.getByRole('button')).toHaveText(action ? [action] : [])
      if (action) actionTops.push((await boxOf(header.getByRole('button'))).top)
    }
    expect(actionTops[0], 'the main actions are at the same place').toBe(actionTops[1])
  })

test('the settings of an organization say who sees its repositories, and its members page says what roles may do', async ({
  page,
  app,
}) => {
  const path = await enterOwn(app, page, 'Harbour Lights', true)
  await page.goto(path)
  const paragraphs = page.getByRole('main').getByText(/[.]$/)
  await expect(paragraphs, 'one sentence of explanation').toHaveCount(1)
  await expect(paragraphs).toContainText('Owners can do everything.')
  await page.goto(`${path}/settings`)
  await expect(page.getByRole('region', { name: 'Privacy' })).toContainText('Only members and the administrators')
})

test('the number on the tab of repositories counts a repository that was just added', async ({ page, app }) => {
  await enterOwn(app, page, 'Harbour Lights', true)
  await page.goto('/app/repositories')
  await page.getByRole('button', { name: 'New repository' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('quay')
  await dialog.getByRole('textbox', { name: 'Link' }).fill('https://quay.example')
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('quay')
  await page.getByRole('link', { name: 'Repositories' }).first().click()
  const tabs = page.getByRole('navigation', { name: 'Harbour Lights' })
  await expect(tabs.getByRole('link', { name: 'Repositories' })).toHaveText('Repositories 1')
})

for (const language of ['en', 'ar'] as const)
  test(`in ${language}, the header shows a long name of the active organization in full, and of the user only the avatar`, async ({
    page,
    app,
  }) => {
    const organization = 'Harbour and Sons Shipping'
    await enterOwn(app, page, organization, true)
    await app.sql`update "user" set name = 'Alexandrina Montgomery-Featherstonehaugh' where name = 'Olga Owner'`
    await chooseLanguage(app, page, language)
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.goto('/app')
    const shown = page.locator('header').getByText(organization, { exact: true }).first()
    expect(await shown.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    const userName = await boxOf(page.locator('header summary').getByText('Alexandrina'))
    expect(userName.right - userName.left, 'only screen readers say the name').toBeLessThanOrEqual(1)
    // Between phones and wide windows, the switcher is in the menu.
    for (const width of [768, 820]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await horizontalOverflow(page), `at ${width} px`).toBe(0)
    }
  })

for (const isActive of [true, false])
  test(`the home page names an organization above its title only if it is active: ${isActive}`, async ({
    page,
    app,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    await enterOwn(app, page, 'Harbour Lights', isActive)
    await page.goto('/app')
    const main = page.getByRole('main')
    const title = main.getByRole('heading', { level: 1 })
    await expect(title).toHaveText('Hello, Olga Owner')
    const name = main.getByText('Harbour Lights', { exact: true })
    await expect(name).toHaveCount(isActive ? 1 : 0)
    if (isActive) expect((await boxOf(name)).bottom).toBeLessThanOrEqual((await boxOf(title)).top)
    expect(await accessibilityProblems(page)).toEqual([])
    expect(await horizontalOverflow(page)).toBe(0)
  })

test('the home page of an empty organization has a button that adds a repository only for those who may add one', async ({
  page,
  app,
}) => {
  await enterOwn(app, page, 'Harbour Lights', true)
  await page.goto('/app')
  const main = page.getByRole('main')
  await expect(main.getByRole('status')).toContainText('No Data')
  await main.getByRole('link', { name: 'New repository' }).click()
  await expect(page.getByRole('dialog', { name: 'New repository' })).toBeVisible()
  await app.sql`update member set role = 'member' where organization_id in (select id from organization where name = 'Harbour Lights')`
  await page.goto('/app')
  await expect(main.getByRole('status')).toContainText('No Data')
  await expect(main.getByRole('link', { name: 'New repository' })).toHaveCount(0)
})

test('the owner changes the name of an organization in its settings', async ({ page, app }) => {
  const path = await enterOwn(app, page, 'Harbour', true)
  await page.goto(`${path}/settings`)
  await page.getByRole('textbox', { name: 'Name' }).fill('Harbour Lights')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('The name was saved.')).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Harbour Lights')
  await expect(page.locator('header summary').first(), 'the header shows the new name too').toContainText(
    'Harbour Lights',
  )
  await expect(page).toHaveTitle('Settings · Harbour Lights · Latchkey')
})

test('once an organization is deleted, Back and Forward skip its pages', async ({ page, app, context }) => {
  const list = '/app/organizations'
  const path = await enterOwn(app, page, 'Harbour Lights', false)
  const deleteIt = async (tab: Page) => {
    await tab.getByRole('link', { name: 'Settings' }).click()
    await tab.getByRole('button', { name: 'Delete' }).click()
    await tab.getByRole('dialog').getByRole('textbox').fill('Harbour Lights')
    await tab.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect(tab).toHaveURL(list)
  }
  await page.goto(list)
  await page.getByRole('link', { name: 'Harbour Lights' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Members' }).click()
  await deleteIt(page)
  const gone = [path, `${path}/settings`, path, `${path}/settings`]
  await expectTabHistory(page, list, ...gone, `>${list}`)
  await page.goBack()
  await expectTabHistory(page, `>${list}`, ...gone, list)
  await page.goForward()
  await expectTabHistory(page, list, ...gone, `>${list}`)
  await expect(page.getByText("You're not a member of any organization yet.")).toBeVisible()

  await page.getByRole('button', { name: 'New organization' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Harbour Lights')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await expect(page).toHaveURL(/from=shared/)
  const tab = await context.newPage()
  await tab.goto(new URL(page.url()).pathname)
  await deleteIt(tab)
  await tab.goBack()
  await expect(tab, 'Back does not leave the list').toHaveURL(list)
  await expect(tab.getByRole('heading', { level: 1 })).toHaveText('Organizations')
})

test('the menu on a phone has a link to create an organization', async ({ page, app }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enterOwn(app, page, 'Harbour Lights', true)
  await page.goto('/app')
  await page.locator('header summary').last().click()
  await page.getByRole('link', { name: 'New organization' }).click()
  await expect(page.getByRole('dialog', { name: 'New organization' })).toBeVisible()
})
