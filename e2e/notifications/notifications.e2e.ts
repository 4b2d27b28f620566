import type { Page } from '@playwright/test'
import { notificationsConfig } from '#features/notifications/notifications.config.ts'
import { type App, someEmail } from '../support/app.ts'
import { rowsOf } from '../support/lists.ts'
import { addNotifications } from '../support/notifications.ts'
import { addUser } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { openSession } from '../support/sessions.ts'
import { expect, signIn, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'
import { makeTwoOrganizations } from '../support/two-organizations.ts'
import { Visitor } from '../support/visitor.ts'

const { common, notifications: texts, organizations } = textsOf('en')
const POLL_MS = notificationsConfig.pollSeconds * 1_000
const NOT_READ = 3
const PANEL_GAP = 8

const bellOf = (page: Page, unread: number, { common: words } = textsOf('en')) =>
  page
    .getByRole('link', { name: unread > 0 ? fill(words.unread, { unread }) : words.notifications, exact: true })
    .filter({ visible: true })

async function enterAs(app: App, page: Page, { id }: { id: string }, path: string) {
  await page.context().addCookies([{ ...(await openSession(app, id)), url: app.url }])
  await page.goto(path, { waitUntil: 'networkidle' })
}

/** Invites a user into an organization, as its owner. @returns the name of the organization */
async function invite(app: App, email: string): Promise<string> {
  const { own } = await makeTwoOrganizations(app)
  const owner = new Visitor(app).withCookie(await openSession(app, own.owner))
  const input = { id: own.organization, email, role: 'member', language: 'en' }
  expect((await callFunction(owner, 'organizations.inviteMember', input, 'POST')).error).toBeUndefined()
  return own.word
}

test('an invitation that arrives while a page is open appears at the bell, and is read by following it', async ({
  page,
  app,
}) => {
  const user = await addUser(app)
  await page.clock.install()
  await enterAs(app, page, user, '/app')
  await expect(bellOf(page, 0)).toBeVisible()
  const target = await invite(app, user.email)
  await page.clock.fastForward(POLL_MS)
  await expect(bellOf(page, 1)).toBeVisible()
  await expect(page.locator('[aria-live=polite]', { hasText: fill(common.unread, { unread: 1 }) })).toBeAttached()

  await bellOf(page, 1).press('Enter')
  const panel = page.getByRole('dialog', { name: texts.title })
  const link = panel.getByRole('link', { name: fill(texts.kinds['organization-invitation'], { target }) })
  await expect(link).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(panel).toHaveCount(0)
  await expect(bellOf(page, 1), 'it gets the focus back').toBeFocused()

  await page.keyboard.press('Enter')
  await link.click()
  await expect(panel).toHaveCount(0)
  await expect(page).toHaveURL('/app/organizations')
  await expect(page.getByText(organizations.invitationsToMe)).toBeVisible()
  await expect(bellOf(page, 0)).toBeVisible()
})

test('a new account finds an invitation at the bell that was sent before', async ({ page, app }) => {
  const email = someEmail()
  const target = await invite(app, email)
  await signIn(app, page, email)
  await app.sql`update "user" set name = 'Gus Guest' where email = ${email}`
  await page.goto('/app')
  await bellOf(page, 1).click()
  const sentence = fill(texts.kinds['organization-invitation'], { target })
  await expect(page.getByRole('dialog').getByRole('link', { name: sentence })).toBeVisible()
})

test('the panel opens beside the bell, which closes it again, and marks all notifications as read', async ({
  page,
  app,
}) => {
  const user = await addUser(app, { role: 'admin' })
  await addNotifications(app, user, 'Analytical Engines')
  for (const path of ['/app', '/manager/dashboard']) {
    await enterAs(app, page, user, path)
    await bellOf(page, NOT_READ).click()
    const panel = page.getByRole('dialog', { name: texts.title })
    await expect(panel.locator('tbody tr')).toHaveCount(6)
    await expect(panel.getByText(texts.new, { exact: true })).toHaveCount(NOT_READ)
    const [box, bell] = [await panel.boundingBox(), await bellOf(page, NOT_READ).boundingBox()]
    if (!box || !bell) throw new Error('the panel or the bell is not shown')
    // Below the bell of the header, or beside that of the sidebar.
    if (path === '/app') expect(box.y - (bell.y + bell.height)).toBeCloseTo(PANEL_GAP, 0)
    else expect(Math.abs(box.y - (bell.y + PANEL_GAP))).toBeLessThanOrEqual(1)
    expect(box.x).toBeGreaterThanOrEqual(0)
    await expect(page.locator('.shade'), 'the page is not dimmed').toHaveCount(0)
    await bellOf(page, NOT_READ).click()
    await expect(panel).toHaveCount(0)
    await bellOf(page, NOT_READ).click()
    // At the start of the heading, because the panel can cover the rest.
    await page.getByRole('heading', { level: 1 }).click({ position: { x: 4, y: 4 } })
    await expect(panel, 'a click outside closes it').toHaveCount(0)
  }
  await bellOf(page, NOT_READ).click()
  await page.getByRole('button', { name: texts.markAllRead }).click()
  await expect(page.getByText(texts.new, { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: texts.markAllRead })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(bellOf(page, 0)).toBeVisible()
})

test('when the session has ended, the page stays open and asks no more', async ({ page, app }) => {
  const user = await addUser(app)
  await page.clock.install()
  await enterAs(app, page, user, '/app')
  await app.sql`delete from session where user_id = ${user.id}`
  const refused = page.waitForResponse(/getUnreadCount/)
  await page.clock.fastForward(POLL_MS)
  expect((await refused).status()).toBe(401)
  let asked = 0
  page.on('request', () => (asked += 1))
  for (let times = 0; times < 4; times += 1) await page.clock.runFor(POLL_MS)
  // Requests are sent in order, so after this one no earlier one is missing.
  await page.evaluate(() => fetch('/robots.txt'))
  // A refused call is repeated once, because the session could have got a new token at that moment.
  expect(asked - 1).toBeLessThanOrEqual(1)
  await expect(page).toHaveURL('/app')
})

test.describe('on a phone, in Arabic', () => {
  test.use({ viewport: { width: 390, height: 800 }, locale: 'ar' })

  test('the notifications are in a drawer', async ({ page, app }) => {
    const words = textsOf('ar')
    const user = await addUser(app)
    await addNotifications(app, user, 'Analytical Engines')
    await enterAs(app, page, user, '/app')
    await page.getByRole('link', { name: words.common.notifications }).filter({ visible: true }).click()
    const drawer = page.getByRole('dialog', { name: words.notifications.title })
    await expect(drawer.locator('tbody tr')).toHaveCount(6)
    await expect(drawer).toHaveAttribute('data-vaul-drawer', '')
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await drawer.getByRole('link', { name: words.notifications.all }).click()
    await expect(drawer).toHaveCount(0)
    await expect(page).toHaveURL('/app/notifications')
    await expect(rowsOf(page)).toHaveCount(6)
  })
})

test('in the administration, the bell leads to a page in its frame', async ({ page, app }) => {
  const admin = await addUser(app, { role: 'admin' })
  await addNotifications(app, admin, 'Analytical Engines')
  await enterAs(app, page, admin, '/manager/dashboard')
  await bellOf(page, NOT_READ).click()
  await page.getByRole('dialog').getByRole('link', { name: texts.all }).click()
  await expect(page).toHaveURL('/manager/notifications')
  await page.reload()
  await expect(page.getByRole('link', { name: common.nav.dashboard })).toBeVisible()
  await expect(rowsOf(page)).toHaveCount(6)
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the bell is a link to the page, whose button marks all as read', async ({ page, app }) => {
    const user = await addUser(app)
    await addNotifications(app, user, 'Analytical Engines')
    await enterAs(app, page, user, '/app')
    await bellOf(page, NOT_READ).click()
    await expect(page).toHaveURL('/app/notifications')
    await expect(rowsOf(page)).toHaveCount(6)
    await expect(rowsOf(page).first().getByRole('link')).toHaveAttribute('href', '/app/organizations')
    await page.getByRole('button', { name: texts.markAllRead }).click()
    await expect(page).toHaveURL('/app/notifications')
    await expect(page.getByRole('button', { name: texts.markAllRead })).toHaveCount(0)
    await expect(bellOf(page, 0)).toBeVisible()
  })

  test('older notifications are on further pages', async ({ page, app }) => {
    const user = await addUser(app)
    for (let times = 0; times < 4; times += 1) await addNotifications(app, user, someEmail())
    await enterAs(app, page, user, '/app/notifications')
    await page.getByRole('button', { name: common.list.loadMore }).click()
    await expect(page).toHaveURL(/after=/)
    await expect(page.getByRole('link', { name: common.list.fromStart })).toBeVisible()
    await expect(rowsOf(page)).not.toHaveCount(0)
  })
})
