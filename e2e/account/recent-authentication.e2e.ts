import type { Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { someEmail, type App } from '../support/app.ts'
import { chooseAction } from '../support/lists.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { addVirtualDevice } from '../support/passkeys.ts'
import { addUser, newUserEmail } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { type Texts, textsOf } from '../support/texts.ts'

for (const { name, width, language } of [
  { name: 'a desktop', width: 1_280, language: 'en' },
  { name: 'a phone, in Arabic', width: 390, language: 'ar' },
] as const)
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height: 800 }, locale: language })

    test('after an old sign-in, a dangerous action requires a code once, keeps the input, and then continues', async ({
      page,
      app,
    }) => {
      const texts = textsOf(language)
      const chief = await newUserEmail(app, { role: 'admin' })
      const [first, second] = [await addUser(app), await addUser(app)]
      await signIn(app, page, chief)
      await app.sql`delete from throttle`
      await app.sql`update session set created_at = now() - make_interval(mins => ${appConfig.session.recentAuthenticationMinutes})`

      await startBan(page, first.id, texts)
      const asked = page.getByRole('dialog', { name: texts.account.recentAuthentication.title })
      await expect(asked).toBeVisible()
      await expect(
        page.locator('[role=dialog]').filter({ visible: true }),
        'it replaces the dialog of the action',
      ).toHaveCount(1)
      const shades = await page
        .locator('.shade')
        .evaluateAll((all) => all.map((shade) => getComputedStyle(shade).backgroundColor))
      expect(
        shades.filter((color) => color !== 'rgba(0, 0, 0, 0)'),
        'the page is dimmed once',
      ).toHaveLength(1)
      expect(await accessibilityProblems(page)).toEqual([])
      expect(await horizontalOverflow(page)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(asked).toBeHidden()
      const question = page.getByRole('dialog')
      await expect(question.getByLabel(texts.user.reason)).toHaveValue('spam')
      expect(await isBanned(app, first.id)).toBe(false)

      await question.getByRole('button', { name: texts.user.ban.action }).click()
      await asked.getByLabel(texts.login.verify.code, { exact: true }).fill(await app.mail.codeFor(chief, 2))
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await isBanned(app, first.id)).toBe(true)

      await startBan(page, second.id, texts)
      await expect(page.getByRole('dialog')).toHaveCount(0)
      expect(await isBanned(app, second.id)).toBe(true)
      expect(app.mail.codeMailsTo(chief)).toHaveLength(2)
    })
  })

test('the dialog that confirms the identity offers a passkey first, and sends a code only on request', async ({
  page,
  app,
}) => {
  const texts = textsOf('en')
  const authenticator = await addVirtualDevice(page)
  const email = await newUserEmail(app)
  await signIn(app, page, email)
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  const asked = page.getByRole('dialog', { name: texts.account.recentAuthentication.title })
  const makeOld = async () => {
    await app.sql`delete from throttle`
    await app.sql`
      update session set created_at = now() - interval '2 days', confirmed_at = null
      where user_id = (select id from "user" where email = ${email})`
  }

  await makeOld()
  await page.goto('/app/account')
  await passkeys.getByRole('button', { name: texts.passkeys.add }).click()
  await expect(asked).toBeVisible()
  await expect(asked.getByRole('button', { name: /passkey/ })).toHaveCount(0)
  await asked.getByLabel(texts.login.verify.code, { exact: true }).fill(await app.mail.codeFor(email, 2))
  await expect(page.getByText(texts.passkeys.added)).toBeVisible()

  await makeOld()
  await authenticator.set({ isPresent: false })
  await passkeys.getByRole('button', { name: /^Rename/ }).click()
  await page.getByRole('dialog').getByLabel(texts.passkeys.name).fill('My phone')
  await page.getByRole('dialog').getByRole('button', { name: texts.common.save }).click()
  await expect(passkeys).toContainText('My phone')
  await passkeys.getByRole('button', { name: /^Remove/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: texts.passkeys.remove }).click()
  await expect(asked.getByText(texts.account.recentAuthentication.why)).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(app.mail.codeMailsTo(email)).toHaveLength(2)
  await asked.getByRole('button', { name: texts.account.recentAuthentication.sendCode }).click()
  await expect(asked.getByLabel(texts.login.verify.code, { exact: true })).toBeVisible()
  await expect.poll(() => app.mail.codeMailsTo(email).length).toBe(3)
  await page.keyboard.press('Escape')
  await expect(asked).toBeHidden()

  await authenticator.set({ isPresent: true })
  await page.getByRole('dialog').getByRole('button', { name: texts.passkeys.remove }).click()
  await expect(page.getByText(texts.passkeys.removed)).toBeVisible()
  expect(app.mail.codeMailsTo(email)).toHaveLength(3)
  await page.reload()
  await expect(passkeys).toContainText(texts.passkeys.none)
})

test('a user with a passkey confirms the current address with a code before changing it', async ({ page, app }) => {
  const texts = textsOf('en')
  await addVirtualDevice(page)
  const [email, newEmail] = [await newUserEmail(app), someEmail('new')]
  await signIn(app, page, email)
  await app.sql`delete from throttle`
  await page.goto('/app/account')
  await page.getByRole('region', { name: 'Passkeys' }).getByRole('button', { name: texts.passkeys.add }).click()
  await expect(page.getByText(texts.passkeys.added)).toBeVisible()

  await page.getByRole('button', { name: texts.account.profile.changeEmail }).click()
  await page.getByLabel(texts.account.email.new).fill(newEmail)
  await page.getByRole('button', { name: texts.common.continue }).click()
  const asked = page.getByRole('dialog', { name: texts.account.recentAuthentication.title })
  await asked.getByLabel(texts.login.verify.code, { exact: true }).fill(await app.mail.codeFor(email, 2))
  await expect(page.getByText(`Enter the code we sent to \u2068${newEmail}\u2069.`)).toBeVisible()
})

async function startBan(page: Page, id: string, texts: Texts) {
  await page.goto(`/manager/users/${id}`)
  await chooseAction(page, texts.user.ban.action)
  const question = page.getByRole('dialog')
  await question.getByLabel(texts.user.reason).fill('spam')
  await question.getByRole('button', { name: texts.user.ban.action }).click()
}

async function isBanned(app: App, id: string): Promise<unknown> {
  const [found] = await app.sql`select banned from "user" where id = ${id}`
  return found?.banned
}
