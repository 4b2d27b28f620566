import type { Page } from '@playwright/test'
import type { App } from '../support/app.ts'
import { boxOf } from '../support/boxes.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { expectTrail } from '../support/trail.ts'
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
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Harbour Lights' }).getByRole('link', { name, exact: true })
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

for (const language of ['en', 'ar'] as const)
  test(`in ${language}, a long name of the active organization is shown in full in the header, and a long user name is not`, async ({
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
    await expect(page.locator('header summary').getByText('Alexandrina')).toBeHidden()
    // Between phones and wide windows, the switcher is in the menu, and the name has the room that the links leave.
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
  await expectTrail(page, list, ...gone, `>${list}`)
  await page.goBack()
  await expectTrail(page, `>${list}`, ...gone, list)
  await page.goForward()
  await expectTrail(page, list, ...gone, `>${list}`)
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
