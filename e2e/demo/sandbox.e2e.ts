import { appConfig } from '#app.config'
import { OPEN_SANDBOXES } from '#db/connection-counts.ts'
import { openClient } from '#db/connect.ts'
import { signId } from '#lib/signed-id.server.ts'
import { type App, asAdmin, SECRET, someAddress } from '../support/app.ts'
import { accessibilityProblems, overflow, untilAlive } from '../support/page-health.ts'
import {
  anotherVisitor,
  COOKIE,
  expect,
  inSandbox,
  SANDBOXES,
  signInToSandbox,
  signInWithShownCode,
  test,
} from '../support/sandbox.ts'
import { query } from '../support/script.ts'
import { callFunction } from '../support/server-function.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'
import { inQuick, ONLY_IN_ALL } from '../support/speed.ts'

test('a visitor changes what they like, and no other visitor sees it', async ({ app, page, browser }) => {
  const texts = textsOf('ar')
  await signInToSandbox(page, 'en')
  await expect(page.getByRole('complementary', { name: 'This demo is yours alone' })).toContainText(/gone at \d+:\d\d/)
  await page.goto('/manager/repositories?dialog=new')
  await untilAlive(page)
  await page.getByLabel('Name').fill('Mine alone')
  await page.getByLabel('Link').fill('mine.example.com')
  await page.getByRole('button', { name: 'Create repository' }).click()
  await expect(page.getByRole('row', { name: 'Mine alone' })).toBeVisible()

  // All people but the administrator, who stays: more than a page of them is a job.
  await page.goto('/manager/users?role=user')
  await page.getByRole('checkbox', { name: 'Users' }).check()
  await page.getByRole('button', { name: /^Select all/ }).click()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page).toHaveURL(/\/manager\/jobs\//)
  await expect(page.getByText('49 of 49')).toBeVisible({ timeout: 30_000 })
  await page.goto('/manager/users')
  await expect(page.getByRole('row')).toHaveCount(2)

  const other = await anotherVisitor(browser, app, 'ar')
  await other.goto('/manager/repositories?searchTerm=mine')
  await untilAlive(other)
  await expect(other.getByText('Mine alone')).toBeHidden()
  const [before] = texts.demo.sandbox.split(' {{time}}')
  await expect(other.getByRole('complementary', { name: before ?? '' })).toBeVisible()
  expect(await overflow(other)).toBe(0)
  expect(await accessibilityProblems(other)).toEqual([])
  await other.goto('/manager/users')
  await untilAlive(other)
  await expect(other.locator('tbody tr')).toHaveCount(appConfig.lists.pageSize)
  await other.context().close()
  expect(await app.sql`select name from repository where name = 'Mine alone'`).toEqual([])
})

test('a sandbox is the same at every node, and exports what is in it', async ({ app }) => {
  const visitor = await inSandbox(app)
  expect(await create(visitor, 'Here and there')).toMatchObject({ status: 200 })
  const node = await app.startNode(SANDBOXES)
  const there = visitor.at(node)
  expect(String((await there.get('/manager/repositories/export?searchTerm=here+and')).body)).toContain('Here and there')
  expect((await there.get('/manager/users/export')).body).toContain('user@example.com')
  await node.stop()
})

test('nothing reaches beyond it: no address that somebody chose, no key, no passkey, no call to a link', async ({
  app,
}) => {
  const visitor = await inSandbox(app)
  const calls = {
    'webhooks.createWebhook': { url: 'https://outside.example.com', events: ['user.banned'] },
    'api-keys.createApiKey': { name: 'Key', scopes: ['users:read'], days: 30 },
    'passkeys.requestNewPasskey': undefined,
    'link-checks.checkLink': { id: crypto.randomUUID() },
  }
  for (const [id, data] of Object.entries(calls)) {
    const { status, error } = await callFunction(visitor, id, data, 'POST')
    expect({ id, status, error }).toMatchObject({ id, status: 403, error: { code: 'DEMO_LEAVES_OUT' } })
  }
})

test('a cookie that is forged or of a sandbox that is over leads to the demo that nobody can change', async ({
  app,
}) => {
  const mine = await inSandbox(app)
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

test('who comes from a network that had its share has the demo that nobody can change', async ({ app }) => {
  const address = someAddress()
  const first = Object.assign(new Visitor(app), { address })
  await signInWithShownCode(first)
  expect(first.cookie(COOKIE)).toBeDefined()
  await app.sql`update throttle set count = ${appConfig.sandbox.perNetwork.count} where key like 'sandbox:network:%'`
  await hasReadOnlyDemo(Object.assign(new Visitor(app), { address }))
  await app.sql`delete from throttle where key like 'sandbox:network:%'`
})

for (const [network, open, addressOf] of [
  ['address', appConfig.sandbox.perNetwork.open, () => '198.51.100.7'],
  ['IPv4 /24', appConfig.sandbox.perWidestNetwork.open, (nth) => `203.0.113.${nth}`],
  ['IPv6 /56', appConfig.sandbox.perWiderNetwork.open, (nth) => `2001:db8:0:10${nth}::1`],
  ['IPv6 /48', appConfig.sandbox.perWidestNetwork.open, (nth) => `2001:db8:1:${nth}00::1`],
] satisfies [string, number, (nth: number) => string][])
  test(
    `visitors of one ${network} cannot close the demo for others: no more than ${open} are in use`,
    inQuick(network === 'IPv6 /48'),
    async ({ app }) => {
      // One that is connected to none yet: it has room for all of them.
      const node = await app.startNode(SANDBOXES)
      const from = (address: string) => Object.assign(new Visitor(node), { address })
      for (let nth = 0; nth < open; nth += 1) {
        const visitor = from(addressOf(nth))
        await visitor.askForCode('user@example.com')
        expect(visitor.cookie(COOKIE)).toBeDefined()
      }
      await hasReadOnlyDemo(from(addressOf(open)))
      const other = from(someAddress())
      await signInWithShownCode(other)
      expect(other.cookie(COOKIE)).toBeDefined()
      await node.stop()
    },
  )

test('a sandbox that holds as much as it may is read from then on, and says so', ONLY_IN_ALL, async ({ app }) => {
  const visitor = await inSandbox(app)
  const [name = ''] = visitor.cookie(COOKIE)?.split('.') ?? []
  const server = new URL(process.env.E2E_DATABASE_SERVER ?? '')
  server.pathname = name
  const sql = openClient(server.href, { max: 1 })
  await sql`create table filler as select md5(i::text) || md5((i + 1)::text) as text from generate_series(1, 1300000) as i`
  await sql.end()
  await expect.poll(async () => (await create(visitor, 'One more')).error).toMatchObject({ code: 'DEMO_MODE_ENABLED' })
  const { status, body } = await visitor.get('/manager/users')
  expect(status).toBe(200)
  expect(String(body)).toContain('This demo is full')
})

test('a sandbox that is dropped in the middle of a job takes nobody else along', ONLY_IN_ALL, async ({ app }) => {
  const visitor = await inSandbox(app)
  const job = await importPeople(app, visitor, 2_000)
  await expect.poll(() => rowsDone(visitor, job)).toBeGreaterThan(0)
  const [name = ''] = visitor.cookie(COOKIE)?.split('.') ?? []
  await query(asAdmin(app.databaseUrl), `drop database ${name} with (force)`)
  await expect.poll(async () => (await visitor.get('/manager/users')).status, { timeout: 15_000 }).toBe(302)
  expect(visitor.cookie(COOKIE)).toBeFalsy()
  expect(app.process.exitCode).toBeNull()
  await inSandbox(app)
})

test('another process goes on with the job of one that died', ONLY_IN_ALL, async ({ app }) => {
  const node = await app.startNode(SANDBOXES)
  const visitor = await inSandbox(node)
  const job = await importPeople(node, visitor, 500)
  await expect.poll(() => rowsDone(visitor, job), { intervals: [50] }).toBeGreaterThan(0)
  node.process.kill('SIGKILL')
  await expect.poll(() => rowsDone(visitor.at(app), job), { timeout: 30_000 }).toBe(500)
  await node.stop()
})

test(
  'while too many are in use newcomers have the demo that nobody can change, and who was away has room soon',
  ONLY_IN_ALL,
  async ({ app }) => {
    test.setTimeout(120_000)
    const node = await app.startNode(SANDBOXES)
    const visitor = (await inSandbox(app)).at(node)
    const others: Visitor[] = []
    for (let nth = 0; nth < OPEN_SANDBOXES; nth += 1) others.push(await inSandbox(node))
    for (const other of others) await other.get('/manager/users')
    await hasReadOnlyDemo(new Visitor(node))
    const { status, headers } = await visitor.get('/manager/users', { accept: 'text/html' })
    expect({ status, type: headers.get('content-type'), retryAfter: headers.get('retry-after') }).toMatchObject({
      status: 503,
      type: expect.stringContaining('text/html'),
      retryAfter: '5',
    })

    // A job of who has been away the longest keeps their place, and nobody else's.
    const [first] = others
    if (!first) throw new Error('nobody came')
    const job = await importPeople(node, first, 4_000)
    for (const other of others.slice(1)) await other.get('/manager/users')
    await expect.poll(async () => (await visitor.get('/manager/users')).status, { timeout: 25_000 }).toBe(200)
    expect(await rowsDone(first, job)).toBeGreaterThan(0)
    await node.stop()
  },
)

async function hasReadOnlyDemo(visitor: Visitor) {
  await signInWithShownCode(visitor)
  expect(visitor.cookie(COOKIE)).toBeUndefined()
  expect(await create(visitor, 'Never kept')).toMatchObject({ status: 403, error: { code: 'DEMO_MODE_ENABLED' } })
  expect((await visitor.get('/manager/users')).status).toBe(200)
}

function create(visitor: Visitor, name: string) {
  const fields = { name, link: 'https://git.example.com', description: '', language: '', topics: '' }
  return callFunction(visitor, 'repositories.createRepository', fields, 'POST')
}

/** @returns the id of the import, which the queue works off */
async function importPeople(app: App, visitor: Visitor, count: number): Promise<string> {
  const rows = Array.from({ length: count }, (_, nth) => `imported${nth}@example.org,Imported ${nth}`)
  const headers = { 'content-type': 'text/csv', origin: app.url }
  const file = ['email,name', ...rows].join('\n')
  const { body } = await visitor.send('POST', '/manager/users/import?name=people.csv', file, headers)
  const { id } = body as { id: string }
  const check = async () => (await callFunction(visitor, 'imports.checkImport', { id }, 'POST')).result
  await expect.poll(check, { timeout: 20_000 }).toEqual({ isDone: true })
  expect(await callFunction(visitor, 'imports.startImport', { id, isAllOrNothing: false }, 'POST')).toMatchObject({
    status: 200,
  })
  return id
}

async function rowsDone(visitor: Visitor, id: string): Promise<number> {
  const { result } = await callFunction(visitor, 'imports.getImport', { id })
  return (result as { done: number }).done
}
