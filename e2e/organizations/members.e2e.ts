import { someEmail } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { newUserEmail } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'

test('the list of members has a search field if it has more than one page, and invitations can be withdrawn from a menu', async ({
  page,
  app,
}) => {
  const email = await newUserEmail(app, { name: 'Olga Owner' })
  const [made] = await app.sql<{ id: string }[]>`
    with made as (insert into organization (name) values ('Crowded House') returning id), joined as (
      insert into member (organization_id, user_id, role) select made.id, "user".id, 'owner' from made, "user" where email = ${email}
    ), waiting as (
      insert into organization_invitation (organization_id, email, role, expires_at)
      select id, ${someEmail('ivy')}, 'member', now() + interval '1 day' from made
    ) select id from made`
  const path = `/app/organizations/${made?.id}`
  await signIn(app, page, email)
  await page.goto(path)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
  const waiting = page.getByRole('region', { name: 'Pending invitations' })
  await waiting.getByRole('button', { name: 'Actions for ivy' }).click()
  await page.getByRole('menuitem', { name: 'Withdraw' }).click()
  await expect(page.getByText('The invitation was withdrawn.')).toBeVisible()
  await expect(waiting).toHaveCount(0)

  await app.sql`
    with people as (
      insert into "user" (name, email) select 'Crowd ' || nr, 'crowd-' || nr || '@' || ${made?.id ?? ''} || '.example'
      from generate_series(1, 22) as nr returning id
    ) insert into member (organization_id, user_id, role) select ${made?.id ?? ''}::uuid, id, 'member' from people`
  await page.goto(path)
  await expect(page.getByText('20 of 23').last()).toBeVisible()
  await page.getByRole('searchbox').fill('crowd 17')
  await expect(page).toHaveURL(/searchTerm=crowd(\+|%20)17/)
  await expect(page.getByRole('row')).toHaveCount(2)
  await expect(page.getByRole('row', { name: 'Crowd 17' })).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  expect(await horizontalOverflow(page)).toBe(0)

  await app.sql`
    insert into organization_invitation (organization_id, email, role, expires_at)
    select ${made?.id ?? ''}::uuid, 'room-' || nr || '@example.com', 'member', now() + interval '1 day'
    from generate_series(1, 95) as nr`
  await page.goto(`${path}?dialog=invite`)
  await expect(page.getByText('Pending invitations: 95 of 100 used. You can add 5 more.')).toBeVisible()
})

test('a key pressed on the closed list of roles opens the list without changing the role', async ({ page, app }) => {
  const [owner, member] = [
    await newUserEmail(app, { name: 'Olga Owner' }),
    await newUserEmail(app, { name: 'Mia Member' }),
  ]
  const [made] = await app.sql<{ id: string }[]>`
    with made as (insert into organization (name) values ('By Keyboard') returning id), joined as (
      insert into member (organization_id, user_id, role)
      select made.id, "user".id, case when email = ${owner} then 'owner' else 'member' end from made, "user"
      where email in (${owner}, ${member})
    ) select id from made`
  await signIn(app, page, owner)
  await page.goto(`/app/organizations/${made?.id}`)
  const changes: string[] = []
  page.on('request', (request) => request.method() === 'POST' && changes.push(request.url()))
  const role = page.getByRole('combobox', { name: 'Change role: Mia Member' })
  await role.focus()
  const isOpen = expect.poll(() => role.evaluate((select) => select.matches(':open')))
  for (const key of ['ArrowUp', 'Home', 'o']) {
    await page.keyboard.press(key)
    await isOpen.toBe(true)
    await page.keyboard.press('Escape')
    await isOpen.toBe(false)
    await expect(role).toHaveValue('member')
  }
  expect(changes).toEqual([])
})
