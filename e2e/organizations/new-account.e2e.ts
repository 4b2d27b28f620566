import { type App, someEmail } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { callFunction } from '../support/server-function.ts'
import { openSession } from '../support/sessions.ts'
import { expect, signIn, test } from '../support/test.ts'
import { makeTwoOrganizations } from '../support/two-organizations.ts'
import { Visitor } from '../support/visitor.ts'

/** Invites an address that has no account into two organizations. @returns their names */
async function invite(app: App, email: string): Promise<string[]> {
  const { own, strange } = await makeTwoOrganizations(app)
  for (const { owner, organization } of [own, strange]) {
    const visitor = new Visitor(app).withCookie(await openSession(app, owner))
    const input = { id: organization, email, role: 'member', language: 'en' }
    expect((await callFunction(visitor, 'organizations.inviteMember', input, 'POST')).error).toBeUndefined()
  }
  return [own.word, strange.word]
}

test('the home page of a new account has a card for each open invitation to its address', async ({ app, visitor }) => {
  const email = someEmail()
  const names = await invite(app, email)
  expect((await visitor.signIn(email)).status).toBe(200)
  await callFunction(visitor, 'onboarding.setName', { name: 'Gus Guest' }, 'POST')
  const { body } = await visitor.get('/app')
  for (const name of names) expect(body).toContain(`Join ${name}`)
  await app.sql`update organization_invitation set expires_at = now() where email = ${email}`
  const later = await visitor.get('/app')
  for (const name of names) expect(later.body).not.toContain(name)
})

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

    test('the card on the home page names the inviter, and its button joins the organization', async ({
      page,
      app,
    }) => {
      const email = someEmail()
      const [name = '', other = ''] = await invite(app, email)
      await signIn(app, page, email)
      await app.sql`update "user" set name = 'Gus Guest' where email = ${email}`
      await page.goto('/app')
      const card = page.getByRole('region', { name })
      await expect(card).toContainText(`Owner of ${name}`)
      await expect(page.getByRole('region', { name: other })).toBeVisible()
      expect(await horizontalOverflow(page)).toBe(0)
      if (javaScriptEnabled) expect(await accessibilityProblems(page)).toEqual([])
      await expect(card.getByRole('button')).toHaveText(`Join ${name}`)
      await card.getByRole('button').click()
      await expect(page).toHaveURL(/\/app\/organizations\/.+from=shared$/)
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
      await page.goto('/app')
      await expect(page.getByRole('region', { name: other })).toBeVisible()
      await expect(page.getByRole('region', { name })).toHaveCount(0)
    })
  })
