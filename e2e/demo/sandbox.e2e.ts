import { appConfig } from '#app.config'
import { openClient } from '#db/connect.ts'
import { signId } from '#lib/signed-id.server.ts'
import { SECRET, someAddress } from '../support/app.ts'
import { accessibilityProblems, horizontalOverflow } from '../support/page-health.ts'
import {
  anotherVisitor,
  COOKIE,
  createInSandbox as create,
  expect,
  expectReadOnlyDemo,
  signInToNewSandbox,
  SANDBOXES,
  signInToSandbox,
  signInWithShownCode,
  test,
} from '../support/sandbox.ts'
import { callFunction } from '../support/server-function.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { inQuick, ONLY_IN_FULL_RUN } from '../support/speed.ts'

test('changes that a visitor makes in a sandbox are not visible to other visitors', async ({ app, page, browser }) => {
  const texts = textsOf('ar')
  await signInToSandbox(page, 'en')
  await expect(page.getByRole('complementary', { name: 'This demo is just for you' })).toContainText(
    /deleted at \d+:\d\d/,
  )
  await page.goto('/manager/repositories?dialog=new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine alone')
  await page.getByLabel('Link').fill('mine.example.com')
  await page.getByRole('button', { name: 'Add repository' }).click()
  // A click before React has hydrated the dialog submits the plain form, which leads to the page of the repository.
  await expect(page.getByRole('main').getByText('Mine alone').first()).toBeVisible()

  // Deletes all users except the administrator. The deletion of more users than a page of the list shows runs as a job.
  await page.goto('/manager/users?role=user')
  await page.getByRole('checkbox', { name: 'Select all rows shown' }).check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/manager\/jobs\//)
  await expect(page.getByText('49 of 49')).toBeVisible({ timeout: 30_000 })
  await page.goto('/manager/users')
  await expect(page.getByRole('row')).toHaveCount(2)

  const other = await anotherVisitor(browser, app, 'ar')
  await other.goto('/manager/repositories?searchTerm=mine')
  await expect(other.getByText('Mine alone')).toBeHidden()
  const [before] = texts.demo.sandbox.split(' {{time}}')
  await expect(other.getByRole('complementary', { name: before ?? '' })).toBeVisible()
  expect(await horizontalOverflow(other)).toBe(0)
  expect(await accessibilityProblems(other)).toEqual([])
  await other.goto('/manager/users')
  await expect(other.locator('tbody tr')).toHaveCount(appConfig.lists.pageSize)
  await other.context().close()
  expect(await app.sql`select name from repository where name = 'Mine alone'`).toEqual([])
})

test('a sandbox refuses webhooks, API keys, passkeys and link checks', async ({ app }) => {
  const visitor = await signInToNewSandbox(app)
  const calls = {
    'webhooks.createWebhook': { url: 'https://outside.example.com', events: ['user.banned'] },
    'api-keys.createApiKey': { name: 'Key', scopes: ['users:read'], days: 30 },
    'passkeys.requestPasskeyCreationOptions': undefined,
    'link-checks.checkLink': { id: crypto.randomUUID() },
  }
  for (const [id, data] of Object.entries(calls)) {
    const { status, error } = await callFunction(visitor, id, data, 'POST')
    expect({ id, status, error }).toMatchObject({ id, status: 403, error: { code: 'DEMO_LEAVES_OUT' } })
  }
})

test('a forged cookie and the cookie of an expired sandbox lead to the read-only demo', async ({ app }) => {
  const mine = await signInToNewSandbox(app)
  const [name = '', signature = ''] = mine.cookie(COOKIE)?.split('.') ?? []
  const over = name.replace(/_\d{10}_/, '_1000000000_')
  for (const cookie of [
    `${over}.${signature}`,
    signId(SECRET, 'sandbox', over),
    signId(SECRET, 'sandbox', 'postgres'),
  ]) {
    const visitor = new Visitor(app)
    const answer = await visitor.get('/login?redirect=%2Fapp', { cookie: `${COOKIE}=${cookie}` })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('set-cookie') ?? '').not.toContain(name)
    const { body } = await visitor.post('/api/auth/sign-in/email-otp', {}, { cookie: `${COOKIE}=${cookie}` })
    expect(body).toMatchObject({ code: 'INVALID_INPUT' })
    const { error } = await callFunction(visitor, 'account.changeName', { name: 'X' }, 'POST')
    expect(error).toMatchObject({ code: 'DEMO_MODE_ENABLED' })
  }
})

test('a visitor from a network that has used up its sandboxes gets the read-only demo', async ({ app }) => {
  const address = someAddress()
  const first = Object.assign(new Visitor(app), { address })
  await signInWithShownCode(first)
  expect(first.cookie(COOKIE)).toBeDefined()
  await app.sql`update throttle set count = ${appConfig.sandbox.perNetwork.count} where key like 'sandbox:network:%'`
  await expectReadOnlyDemo(Object.assign(new Visitor(app), { address }))
  await app.sql`delete from throttle where key like 'sandbox:network:%'`
})

for (const [network, open, addressOf] of [
  ['address', appConfig.sandbox.perNetwork.open, () => '198.51.100.7'],
  ['IPv4 /24', appConfig.sandbox.perWidestNetwork.open, (nth) => `203.0.113.${nth}`],
  ['IPv6 /56', appConfig.sandbox.perWiderNetwork.open, (nth) => `2001:db8:0:10${nth}::1`],
  ['IPv6 /48', appConfig.sandbox.perWidestNetwork.open, (nth) => `2001:db8:1:${nth}00::1`],
] satisfies [string, number, (nth: number) => string][])
  test(
    `visitors of one ${network} can use at most ${open} sandboxes at a time, so that others can use the demo`,
    inQuick(network === 'IPv6 /48'),
    async ({ app }) => {
      // A new node is not connected to any sandbox yet, so it has room for all visitors.
      const node = await app.startNode(SANDBOXES)
      const from = (address: string) => Object.assign(new Visitor(node), { address })
      for (let nth = 0; nth < open; nth += 1) {
        const visitor = from(addressOf(nth))
        await visitor.askForCode('user@example.com')
        expect(visitor.cookie(COOKIE)).toBeDefined()
      }
      await expectReadOnlyDemo(from(addressOf(open)))
      const other = from(someAddress())
      await signInWithShownCode(other)
      expect(other.cookie(COOKIE)).toBeDefined()
      await node.stop()
    },
  )

test(
  'a sandbox that has reached its maximum size becomes read-only, and its pages show this',
  ONLY_IN_FULL_RUN,
  async ({ app }) => {
    const visitor = await signInToNewSandbox(app)
    const [name = ''] = visitor.cookie(COOKIE)?.split('.') ?? []
    const server = new URL(process.env.E2E_DATABASE_SERVER ?? '')
    server.pathname = name
    const sql = openClient(server.href, { max: 1 })
    await sql`create table filler as select md5(i::text) || md5((i + 1)::text) as text from generate_series(1, 1300000) as i`
    await sql.end()
    await expect
      .poll(async () => (await create(visitor, 'One more')).error)
      .toMatchObject({ code: 'DEMO_MODE_ENABLED' })
    const { status, body } = await visitor.get('/manager/users')
    expect(status).toBe(200)
    const [reached] = textsOf('en').demo.sandboxFull.split('.')
    expect(String(body)).toContain(reached)
  },
)
