import { type App, someEmail } from '../support/app.ts'
import { ONE_OF_EACH_DIRECTION } from '../support/speed.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

const SOLVER = /\/assets\/(solve-challenge|challenge-worker)/

test.describe('after the free codes are used up', () => {
  test.beforeEach(({ app }) => exhaustGlobalLimit(app))
  test.afterEach(({ app }) => app.sql`delete from throttle`)

  for (const language of ONE_OF_EACH_DIRECTION)
    test(`the login page shows that the browser solves a proof of work, and the code is sent: ${language}`, async ({
      app,
      page,
    }) => {
      const { login } = textsOf(language)
      const loaded: string[] = []
      page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
      await page.goto(`/login?lng=${language}`)
      const email = someEmail()
      const said = page.getByRole('status').filter({ hasText: login.working })
      await page.getByLabel(login.email, { exact: true }).fill(email)
      expect(loaded.filter((path) => SOLVER.test(path))).toEqual([])
      await Promise.all([
        expect(said).toHaveCount(1),
        page.getByRole('button', { name: login.continueWithEmail }).click(),
      ])
      await expect(page.getByRole('heading', { name: login.verify.heading })).toBeVisible()
      expect(loaded.filter((path) => SOLVER.test(path)).length).toBeGreaterThan(1)
      await app.mail.codeFor(email)
    })

  test('in a browser without web workers, the login page shows the waiting time', async ({ page }) => {
    const { login } = textsOf('en')
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'Worker'))
    await page.goto('/login')
    await page.getByLabel(login.email, { exact: true }).fill(someEmail())
    await page.getByRole('button', { name: login.continueWithEmail }).click()
    await expect(page.getByText(/^Too many requests\. Try again in \d+ minutes/)).toBeVisible()
    await expect(page.getByRole('button', { name: login.continueWithEmail })).toBeVisible()
  })

  test.describe('without JavaScript', () => {
    test.use({ javaScriptEnabled: false })
    test('without JavaScript, the login page shows the waiting time', async ({ page }) => {
      const { login } = textsOf('en')
      await page.goto('/login')
      await page.getByLabel(login.email, { exact: true }).fill(someEmail())
      await page.getByRole('button', { name: login.continueWithEmail }).click()
      await expect(page.getByText(/^Too many requests\. Try again in \d+ minutes/)).toBeVisible()
    })
  })
})

function exhaustGlobalLimit(app: App) {
  return app.sql`
    insert into throttle (key, count, ends_at) values ('send:all', 1000000, now() + interval '10 minutes')
    on conflict (key) do update set count = excluded.count, ends_at = excluded.ends_at`
}
