import type { Page } from '@playwright/test'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'

test('near a limit a form shows how many entries are left, and at the limit it shows the reason instead of its fields', async ({
  page,
  app,
}) => {
  const email = await newUserEmail(app, { name: 'Rosa Room' })
  const [made] = await app.sql<{ id: string; userId: string }[]>`
    with made as (insert into organization (name) values ('Harbour Lights and Analytical Engines') returning id), joined as (
      insert into member (organization_id, user_id, role) select made.id, "user".id, 'owner' from made, "user" where email = ${email}
    ) select made.id, "user".id as "userId" from made, "user" where email = ${email}`
  const { id = '', userId = '' } = made ?? {}
  const addRepositories = (from: number, to: number) => app.sql`
    insert into repository (name, link, organization_id)
    select 'Room ' || nr, 'https://git.example.com/' || nr, ${id}::uuid from generate_series(${from}::int, ${to}::int) as nr`
  await addRepositories(1, 980)
  await signIn(app, page, email)
  await app.sql`update session set active_organization_id = ${id} where user_id = ${userId}`
  const dialog = page.getByRole('dialog')
  await page.goto('/app/repositories?searchTerm=Room')
  const place = page.locator('header summary').first().locator('bdi')
  await expect(place).toHaveText('Harbour Lights and Analytical Engines')
  expect(await place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), 'is cut').toBe(0)
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(dialog.getByText('980 of 1,000 used. You can add 20 more.')).toBeVisible()
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toBeVisible()
  await expectAccessible(page)

  await addRepositories(981, 1_000)
  await page.goto('/app/repositories')
  await page.getByRole('button', { name: 'New repository' }).click()
  await expect(dialog.getByRole('status')).toContainText('1,000 of 1,000 used. Remove one to add another.')
  await expect(dialog.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()

  await app.sql`
    with made as (insert into organization (name) select 'More' from generate_series(1, 8) returning id)
    insert into member (organization_id, user_id, role) select id, ${userId}::uuid, 'owner' from made`
  await page.goto('/app/organizations?dialog=new')
  await expect(dialog.getByText('9 of 10 used. You can add 1 more.')).toBeVisible()
  await dialog.getByLabel('Name').fill('verify at https://evil.example')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(dialog.getByText('This name looks like a web or email address:')).toBeVisible()
  await dialog.getByLabel('Name').fill('The tenth')
  await dialog.getByRole('button', { name: 'Create organization' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'The tenth' })).toBeVisible()
  await page.goto('/app/organizations?dialog=new')
  await expect(dialog.getByRole('status')).toContainText('10 of 10 used')
})

async function expectAccessible(page: Page) {
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)
}
