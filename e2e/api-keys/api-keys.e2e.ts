import { appConfig } from '#app.config'
import type { App } from '../support/app.ts'
import { enter } from '../support/lists.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import { addUser } from '../support/users.ts'
import { expect, signIn, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'

test('an administrator creates a key, a program uses the key, and its requests are refused after it is revoked', async ({
  app,
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { 'api-keys': keys, history, login, account, common } = textsOf('en')
  const chief = await addUser(app, { role: 'admin', name: 'Kezia Key' })
  await signIn(app, page, chief.email)
  await page.goto('/manager/dashboard')
  await page.getByRole('link', { name: common.nav.apiKeys }).click()
  await expect(page).toHaveTitle(`${keys.title} · ${appConfig.name}`)

  await page.getByRole('button', { name: keys.new }).first().click()
  const dialog = page.getByRole('dialog', { name: keys.new })
  await dialog.getByRole('button', { name: keys.create }).click()
  await expect(dialog.getByText(keys.messages.nameRequired)).toBeVisible()
  await expect(dialog.getByText(keys.messages.scopesRequired)).toBeVisible()
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByLabel(keys.name, { exact: true }).fill('Nightly import')
  const repositories = dialog.getByLabel(common.nav.repositories, { exact: true })
  await expect(repositories.getByRole('option')).toHaveText(Object.values(keys.levels))
  await repositories.selectOption(keys.levels.all)
  await expect(dialog.getByText(history.scopes['repository:delete'])).toBeVisible()
  await repositories.selectOption(keys.levels.custom)
  for (const scope of ['repository:update', 'repository:delete'] as const)
    await dialog.getByLabel(history.scopes[scope]).uncheck()
  await expect(dialog.getByLabel(common.nav.history, { exact: true }).getByRole('option')).toHaveText([
    keys.levels.none,
    keys.levels.read,
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  await dialog.getByLabel(keys.lifetime).selectOption('until')
  await dialog.getByLabel(keys.lastDay).fill('2020-01-01')
  await dialog.getByRole('button', { name: keys.create }).click()
  await expect(dialog.getByText(keys.messages.dayInvalid)).toBeVisible()
  await dialog.getByLabel(keys.lifetime).selectOption('30')

  // Make the session old, because then the user must confirm their identity before a key is created.
  await app.sql`delete from throttle`
  await app.sql`update session set created_at = now() - interval '1 day' where user_id = ${chief.id}`
  await dialog.getByRole('button', { name: keys.create }).click()
  const asked = page.getByRole('dialog', { name: account.recentAuthentication.title })
  await asked.getByLabel(login.verify.code, { exact: true }).fill(await app.mail.codeFor(chief.email, 2))
  const made = page.getByRole('dialog', { name: keys.made })
  const token = (await made.locator('code').textContent()) ?? ''
  expect(await accessibilityProblems(page)).toEqual([])

  // The dialog cannot be closed before the token is copied, neither on wide screens nor as a drawer on narrow ones.
  const copy = made.getByRole('button', { name: keys.copyKey })
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await copy.focus()
    await page.keyboard.press('Escape')
    await page.mouse.click(8, 8)
    await expect(copy).toBeVisible()
    await made.getByRole('button', { name: common.close, exact: true }).click()
    await expect(made.getByRole('alert')).toContainText(common.secret.question)
    await expect(made.getByRole('button', { name: common.secret.closeAnyway })).toBeInViewport({ ratio: 1 })
    expect(await accessibilityProblems(page)).toEqual([])
  }
  const question = page.waitForEvent('dialog')
  await page.evaluate(() => window.history.back())
  await (await question).dismiss()
  await copy.press('Enter')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  await expect(made.getByRole('status').filter({ hasText: common.copied })).toHaveCount(1)
  await expect(made.getByRole('alert')).toBeHidden()
  await made.getByRole('button', { name: keys.copyCommand }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`Bearer ${token}" ${app.url}/api/v1/me`)
  await made.getByRole('button', { name: common.secret.done }).press('Enter')
  await expect(made).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })

  const call = apiCaller(app, token)
  expect(await call('GET', '/repositories?limit=1')).toMatchObject({ status: 200, body: { data: [expect.anything()] } })
  const repository = { name: `Made by a program ${crypto.randomUUID()}`, link: 'example.com' }
  expect(await call('POST', '/repositories', repository)).toMatchObject({
    status: 201,
    body: { name: repository.name },
  })
  expect(await call('GET', '/users')).toMatchObject({ status: 403, body: { code: 'INSUFFICIENT_SCOPE' } })
  expect(app.log()).not.toContain(token.slice(36))

  const saved = () => app.sql`
    select from api_call join api_key on api_key.id = api_call.api_key_id where api_key.user_id = ${chief.id}`
  await expect.poll(saved).toHaveLength(3)
  await page.reload()
  const row = page.locator('tbody tr')
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(`Nightly import${token.slice(0, 11)}…`)
  await expect(row).toContainText('Repositories: custom')
  await expect(row).not.toContainText(keys.never)
  const panel = page.getByRole('dialog', { name: 'Nightly import' })
  const calls = panel.getByRole('region', { name: keys.calls })
  await row.locator('time').last().click()
  await expect(panel.getByRole('definition').first().getByRole('listitem')).toHaveText([
    history.scopes['repository:read'],
    history.scopes['repository:create'],
  ])
  await expect(panel).toContainText(keys.ends)
  await expect(calls.getByRole('listitem')).toHaveText([
    /^GET \/users403/,
    /^POST \/repositories201/,
    /^GET \/repositories200/,
  ])
  expect(await accessibilityProblems(page)).toEqual([])
  await panel.getByRole('button', { name: common.close, exact: true }).click()
  await expect(panel).toBeHidden()
  expect(await page.content()).not.toContain(token.slice(36))

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/manager/api-keys?lng=ar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(textsOf('ar')['api-keys'].title)
  await expect(row).toContainText(
    `${textsOf('ar').common.nav.repositories}: ${textsOf('ar')['api-keys'].levels.custom}`,
  )
  expect(await horizontalOverflow(page)).toBe(0)
  await page
    .getByRole('button', { name: textsOf('ar')['api-keys'].new })
    .first()
    .click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(await horizontalOverflow(page)).toBe(0)
  await page.goto('/manager/api-keys?lng=en')

  await row.getByRole('button', { name: common.actionsFor.replace('{{name}}', 'Nightly import') }).click()
  await page.getByRole('menuitem', { name: keys.revoke }).click()
  await page.getByRole('dialog').getByRole('button', { name: keys.revoke, exact: true }).click()
  await expect(page.getByText(keys.revoked.replace('{{name}}', 'Nightly import'))).toBeVisible()
  await expect(row).toHaveCount(0)
  expect(await call('GET', '/repositories')).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })

  await page.goto(`/manager/users/${chief.id}`)
  const told = page.getByRole('region', { name: history.title })
  await expect(told).toContainText('Kezia Key created an API key')
  await expect(told).toContainText("One of Kezia Key's API keys was revoked")
})

test('an administrator sees and revokes the keys of another administrator on that user’s page', async ({
  page,
  app,
}) => {
  const { 'api-keys': keys, history, common } = textsOf('en')
  const [chief, colleague] = [await addUser(app, { role: 'admin' }), await addUser(app, { role: 'admin' })]
  await app.sql`insert into api_key (user_id, name, secret_hash, scopes, has_second_factor, expires_at)
    values (${colleague.id}, 'Nightly sync', ${colleague.id}, array['user:list'], false, now() + interval '1 day')`
  await signIn(app, page, chief.email)
  await page.goto(`/manager/users?searchTerm=${colleague.email}`)
  await page.locator('tbody a.row-link').first().click()
  const region = page.getByRole('region', { name: keys.title })
  await expect(region).toContainText('Nightly sync')
  await expect(region).toContainText(history.scopes['user:list'])
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.reload({ waitUntil: 'networkidle' })
  await expect(region).toContainText(`${keys.lastUsed}: ${keys.never}`)
  expect(asked.filter((url) => /\/api\/|keys\.json/.test(url))).toEqual([])
  await region.getByRole('button', { name: common.actionsFor.replace('{{name}}', 'Nightly sync') }).click()
  await page.getByRole('menuitem', { name: keys.revoke }).click()
  await page.getByRole('dialog').getByRole('button', { name: keys.revoke, exact: true }).click()
  await expect(page.getByText(keys.revoked.replace('{{name}}', 'Nightly sync'))).toBeVisible()
  await expect(region).toBeHidden()
})

/** Returns a function that calls the API with only the key as authentication. */
function apiCaller(app: App, token: string) {
  return async (method: string, path: string, body?: object) => {
    const response = await fetch(`${app.url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as unknown }
  }
}

test('the empty list of API keys explains them, with one button and a link to the documentation', async ({
  app,
  page,
}) => {
  const { 'api-keys': keys, common } = textsOf('en')
  await signIn(app, page, (await addUser(app, { role: 'admin' })).email)
  await page.goto('/manager/api-keys')
  const empty = page.getByRole('status').filter({ hasText: common.list.empty })
  await expect(empty).toContainText(keys.emptyHint)
  if (appConfig.docsUrl)
    await expect(empty.getByRole('link', { name: common.list.docs })).toHaveAttribute('href', /\/docs\/api-keys\.md$/)
  await expect(page.getByRole('button', { name: keys.new })).toHaveCount(1)
  await page.getByRole('button', { name: keys.new }).click()
  await expect(page.getByRole('dialog', { name: keys.new })).toBeVisible()
})

test('the buttons of a dialog are visible in a low window', async ({ page, app }) => {
  await page.setViewportSize({ width: 720, height: 450 })
  await enter(app, page, 'admin', '/manager/api-keys')
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const create = page.getByRole('dialog').getByRole('button', { name: 'Create key' })
  await expect(create).toBeInViewport({ ratio: 1 })
})
