import type { Page } from '@playwright/test'
import type { App } from './app.ts'
import { textsOf } from './texts.ts'

const { login, onboarding, common } = textsOf('en')

/** Returns locators for the parts of the sign-in pages in English. */
export function loginPages(page: Page) {
  return {
    address: page.getByLabel(login.email, { exact: true }),
    send: page.getByRole('button', { name: login.continueWithEmail }),
    code: page.getByLabel(login.verify.code, { exact: true }),
    confirm: page.getByRole('button', { name: login.verify.confirm }),
    useAnother: page.getByRole('link', { name: login.verify.changeEmail, exact: true }),
    name: page.getByRole('textbox', { name: onboarding.name, exact: true }),
    goOn: page.getByRole('button', { name: common.continue, exact: true }),
    signOut: page.getByRole('button', { name: common.signOut }),
    userMenu: page.locator('summary').filter({ visible: true }),
  }
}

/** Fills in the address on the open page, and waits for the field for the code. */
export async function askForCode(page: Page, email: string): Promise<void> {
  const { address, send, code } = loginPages(page)
  await address.fill(email)
  await send.click()
  await code.waitFor()
}

/** Signs in through the pages, starting at the open login page. */
export async function signInByHand(app: App, page: Page, email: string): Promise<void> {
  const before = app.mail.codeMailsTo(email).length
  await askForCode(page, email)
  await loginPages(page).code.fill(await app.mail.codeFor(email, before + 1))
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}

/** Adds a user who has already given their name. @returns their address */
export async function addOnboardedUser(app: App, email: string, name = 'Zoë Adams'): Promise<string> {
  await app.sql`insert into "user" (email, name, email_verified) values (${email}, ${name}, true)`
  return email
}
