import type { Browser, Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { type App, someAddress } from '../support/app.ts'
import { complaintsOf } from '../support/page-health.ts'
import { addUser, addVisitor } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'

/** Half past four in the morning in London, on March 7. */
const MOMENT = '2026-03-07T04:30:00Z'
const IN_UTC = 'March 7, 2026 at 4:30 AM UTC'
const ELSEWHERE = [
  ['America/New_York', 'March 6, 2026 at 11:30 PM UTC\u22125'],
  ['Asia/Kolkata', 'March 7, 2026 at 10:00 AM UTC+5:30'],
  ['Pacific/Auckland', 'March 7, 2026 at 5:30 PM UTC+13'],
] as const

/** Opens a page for a new administrator in this time zone. */
async function enterFrom(app: App, browser: Browser, timezoneId: string, javaScriptEnabled = true): Promise<Page> {
  const context = await browser.newContext({
    baseURL: app.url,
    locale: 'en',
    timezoneId,
    javaScriptEnabled,
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  })
  await signIn(app, context, (await addUser(app, { role: 'admin' })).email)
  return context.newPage()
}

/** Adds a user who was created at this time. */
async function addUserCreatedAt(app: App, moment: string) {
  const user = await addUser(app)
  await app.sql`update "user" set created_at = ${moment} where id = ${user.id}`
  return { path: `/manager/users/${user.id}`, list: `/manager/users?searchTerm=${user.email}`, ...user }
}

for (const [timeZone, told] of ELSEWHERE)
  test(`exact times are shown in the time zone of the browser: ${timeZone}`, async ({ app, browser }) => {
    const user = await addUserCreatedAt(app, MOMENT)
    const page = await enterFrom(app, browser, timeZone)
    const complaints = complaintsOf(page)
    const first = await page.request.get(user.path)
    expect(await first.text(), 'before the browser has sent its time zone').toContain(`title="${IN_UTC}"`)
    for (const visit of ['first', 'second']) {
      await page.goto(user.path)
      await expect(page.locator('dl time').first(), visit).toHaveAttribute('title', told)
    }
    const further = await page.request.get(user.path)
    expect(await further.text(), 'in the first HTML').toContain(`title="${told}"`)
    expect(complaints).toEqual([])
    await page.context().close()
  })

test('without scripts, times are shown in UTC and labeled as UTC', async ({ app, browser }) => {
  const user = await addUserCreatedAt(app, MOMENT)
  const page = await enterFrom(app, browser, 'America/New_York', false)
  await page.goto(user.path)
  await expect(page.locator('dl time').first()).toHaveAttribute('title', IN_UTC)
  await page.context().close()
})

test('"Yesterday" depends on the time zone of the browser', ONLY_IN_FULL_RUN, async ({ app, browser }) => {
  // Half past eleven at night in Kolkata, midnight in Dhaka. Neither has daylight saving time.
  const now = new Date(`${new Date().toISOString().slice(0, 10)}T18:00:00Z`)
  const [long, short] = await Promise.all(
    [47, 25].map((hours) => addUserCreatedAt(app, new Date(now.getTime() - hours * 3_600_000).toISOString())),
  )
  for (const [timeZone, wordsOfLong, wordsOfShort] of [
    ['UTC', '2d ago', 'Yesterday'],
    ['Asia/Kolkata', 'Yesterday', 'Yesterday'],
    ['Asia/Dhaka', '2d ago', '2d ago'],
  ]) {
    const page = await enterFrom(app, browser, timeZone ?? '')
    await page.clock.setFixedTime(now)
    for (const [user, words] of [
      [long, wordsOfLong],
      [short, wordsOfShort],
    ] as const) {
      await page.goto('/manager/dashboard')
      // Renders the list in the browser only, because the server's clock is not fixed.
      await page.getByRole('link', { name: 'Users', exact: true }).click()
      await page.getByRole('searchbox').fill(user?.email ?? '')
      const row = page.locator('tbody tr').filter({ hasText: user?.email ?? '' })
      await expect(row.locator('time').last(), timeZone).toHaveText(words ?? '')
    }
    await page.context().close()
  }
})

test('an invalid time zone is replaced by UTC', async ({ app }) => {
  const { visitor } = await addVisitor(app, { role: 'admin' })
  const user = await addUserCreatedAt(app, MOMENT)
  for (const zone of ['Mars/Olympus', '+05:30', '"><script>alert(1)</script>', '../../etc/passwd', 'x'.repeat(4_000)]) {
    visitor.keep(appConfig.timeZoneCookie.name, zone)
    const { status, body } = await visitor.get(user.path)
    expect(status, zone).toBe(200)
    expect(body, zone).toContain(`title="${IN_UTC}"`)
    expect(body).not.toContain('alert(1)')
  }
  visitor.keep(appConfig.timeZoneCookie.name, 'asia/KOLKATA')
  expect((await visitor.get(user.path)).body).toContain('10:00 AM UTC+5:30')
})

test('a ban ends with the day in the administrator’s time zone, and each user sees the end in their own', async ({
  app,
  browser,
}) => {
  const user = await addUser(app, { name: 'Far Away' })
  const page = await enterFrom(app, browser, 'Pacific/Auckland')
  await page.goto(`/manager/users/${user.id}`)
  await page.getByRole('button', { name: 'Ban', exact: true }).click()
  const question = page.getByRole('dialog')
  await question.getByLabel('Reason').fill('spam')
  await question.getByLabel('Last day').fill('2099-01-31')
  await question.getByRole('button', { name: 'Ban' }).click()
  await expect(page.getByRole('region', { name: 'Details' })).toContainText('January 31, 2099 at 11:59 PM UTC+13')
  await expect(page.getByRole('region', { name: 'History' })).toContainText('January 31, 2099 at 11:59 PM UTC+13')
  const [kept] = await app.sql`select ban_expires from "user" where id = ${user.id}`
  expect(kept).toEqual({ ban_expires: new Date('2099-01-31T10:59:59.999Z') })
  await page.context().close()

  const context = await browser.newContext({
    baseURL: app.url,
    locale: 'en',
    timezoneId: 'America/New_York',
    extraHTTPHeaders: { 'x-forwarded-for': someAddress() },
  })
  const theirs = await context.newPage()
  await theirs.goto('/login')
  await theirs.getByLabel('Email').fill(user.email)
  await theirs.getByRole('button', { name: 'Continue with email' }).click()
  await theirs.getByLabel('Code', { exact: true }).fill(await app.mail.codeFor(user.email))
  await expect(theirs.getByText('January 31, 2099 at 5:59 AM UTC\u22125')).toBeVisible()
  await context.close()
})
