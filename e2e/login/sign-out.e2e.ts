import { someEmail } from '../support/app.ts'
import { loginPages, addOnboardedUser } from '../support/login-pages.ts'
import { expect, signIn, test } from '../support/test.ts'
import { fill, textsOf } from '../support/texts.ts'

const { common, home, login, onboarding } = textsOf('en')
const greeting = fill(home.greeting, { name: 'Zoë Adams' })

test('signing out from the account menu ends the session, and Back shows no private data', async ({ page, app }) => {
  const email = await addOnboardedUser(app, someEmail())
  await signIn(app, page, email)
  await page.goto('/app')
  await expect(page.getByRole('heading', { name: greeting })).toBeVisible()
  await loginPages(page).userMenu.click()
  await expect(page.getByText(email).filter({ visible: true }).first()).toBeVisible()
  await loginPages(page).signOut.click()
  await expect(page.getByRole('heading', { name: login.heading, exact: true })).toBeVisible()
  await expect(page).toHaveURL('/login')
  expect(await app.sql`select 1 from session join "user" u on u.id = user_id where u.email = ${email}`).toHaveLength(0)

  await page.goBack()
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('Zoë Adams')).toHaveCount(0)
})

test('a user can sign out during onboarding', async ({ page, app }) => {
  const email = someEmail()
  await signIn(app, page, email)
  await page.goto('/app')
  await expect(page.getByText(onboarding.loggedInWith)).toContainText(email)
  await loginPages(page).signOut.click()
  await expect(page).toHaveURL('/login')
  await page.goto('/app')
  await expect(page).toHaveURL(/\/login\?/)
})

test('onboarding accepts a valid name and shows an error at the field for an invalid one', async ({ page, app }) => {
  const { name, goOn } = loginPages(page)
  await signIn(app, page, someEmail())
  await page.goto('/app')
  const refused = {
    '': onboarding.messages.nameRequired,
    '   ': onboarding.messages.nameRequired,
    '…': onboarding.messages.nameInvalid,
    'Zoë\u202Egnp.exe': onboarding.messages.nameInvalid,
    ['z'.repeat(101)]: fill(onboarding.messages.nameTooLong_other, { count: 100 }),
  }
  for (const [typed, message] of Object.entries(refused)) {
    await name.fill(typed)
    await goOn.click()
    await expect(name).toHaveAccessibleDescription(message)
    await expect(name).toBeFocused()
    await expect(name).toHaveValue(typed)
  }
  await name.fill('<img src=x onerror=alert(1)>')
  await goOn.click()
  await expect(
    page.getByRole('heading', { name: fill(home.greeting, { name: '<img src=x onerror=alert(1)>' }) }),
  ).toBeVisible()
})

test('after a sign-out in another tab, the next navigation redirects to the login page', async ({
  page,
  context,
  app,
}) => {
  await signIn(app, page, await addOnboardedUser(app, 'chief-two-tabs@example.com'))
  await app.sql`update "user" set role = 'admin' where email = 'chief-two-tabs@example.com'`
  await page.goto('/manager/dashboard')
  const other = await context.newPage()
  await other.goto('/app')
  await loginPages(other).userMenu.click()
  await loginPages(other).signOut.click()
  await expect(other).toHaveURL('/login')

  await page.getByRole('link', { name: common.nav.repositories, exact: true }).click()
  await expect(page).toHaveURL(`/login?${new URLSearchParams({ redirect: '/manager/repositories' })}`)
})

test('a sign-out while offline fails, and the page stays open', async ({ page, context, app }) => {
  await signIn(app, page, await addOnboardedUser(app, someEmail()))
  await page.goto('/app')
  await loginPages(page).userMenu.click()
  await context.setOffline(true)
  await loginPages(page).signOut.click()
  await expect(page.getByText(common.offline)).toBeVisible()
  await expect(page.getByRole('heading', { name: greeting })).toBeVisible()
  await context.setOffline(false)
  await loginPages(page).signOut.click()
  await expect(page).toHaveURL('/login')
})
