import { setTimeout as pause } from 'node:timers/promises'
import { type APIResponse, test as base, type BrowserContext, type Page } from '@playwright/test'
import { appConfig } from '#app.config'
import { isLanguage } from '#i18n/languages.ts'
import { type App, someAddress, startApp } from './app.ts'
import { waitForHydration } from './page-health.ts'
import { Visitor } from './visitor.ts'

interface PerTest {
  /** A visitor who sends HTTP requests without a browser. */
  visitor: Visitor
}

interface PerWorker {
  /** The production build, on a database of its own. */
  app: App
  /** Lets `goto` and `reload` of all pages wait for hydration, unless their option `waitUntil` is `commit`. */
  waitsForHydration: void
}

/** Playwright's `test` with the running product. Every test has an IP address of its own. */
export const test = base.extend<PerTest, PerWorker>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture uses from this pattern
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  waitsForHydration: [
    async ({ browser }, use) => {
      browser.on('context', (context) => context.on('page', waitForHydration))
      await use()
    },
    { scope: 'worker', auto: true },
  ],
  baseURL: ({ app }, use) => use(app.url),
  extraHTTPHeaders: ({ baseURL }, use) => use({ 'x-forwarded-for': baseURL ? someAddress() : '' }),
  visitor: ({ app }, use) => use(new Visitor(app)),
})

export { expect } from '@playwright/test'

/** Signs in this browser with the same requests as the login pages. */
export async function signIn(app: App, page: Page | BrowserContext, email: string): Promise<void> {
  const context = 'context' in page ? page.context() : page
  const headers = { origin: app.url, 'content-type': 'application/json' }
  const mailsBefore = app.mail.codeMailsTo(email).length
  const asked = await postUntilServed(context, `${app.url}/api/auth/email-otp/send-verification-otp`, {
    headers,
    data: { email, type: 'sign-in' },
  })
  if (!asked.ok()) throw new Error(`the request for a code returned ${asked.status()} ${await asked.text()}`)
  const otp = await app.mail.codeFor(email, mailsBefore + 1)
  const signedIn = await postUntilServed(context, `${app.url}/api/auth/sign-in/email-otp`, {
    headers,
    data: { email, otp },
  })
  if (!signedIn.ok()) throw new Error(`the sign-in returned ${signedIn.status()} ${await signedIn.text()}`)
}

/**
 * Posts again after `Retry-After`, up to three times, because a busy machine can miss the deadline of the database. A request
 * that missed it can still count, so the next one can be one too many.
 */
async function postUntilServed(
  context: BrowserContext,
  url: string,
  options: Parameters<BrowserContext['request']['post']>[1],
  tries = 4,
): Promise<APIResponse> {
  const answer = await context.request.post(url, options)
  const isToRepeat = answer.status() === 503 || (answer.status() === 429 && tries < 4)
  if (!isToRepeat || tries === 1) return answer
  await pause(Number(answer.headers()['retry-after']) * 1_000)
  return postUntilServed(context, url, options, tries - 1)
}

/** Chooses a language in this browser, like the language switch does. Skips the test if the app does not have the language. */
export async function chooseLanguage(app: App, page: Page, language: string): Promise<void> {
  base.skip(!isLanguage(language), `the app does not have the language ${language}`)
  await page.context().addCookies([{ name: appConfig.languageCookie.name, value: language, url: app.url }])
}
