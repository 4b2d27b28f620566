import { MAX_OPEN_SANDBOXES } from '#db/connection-counts.ts'
import { type App, superuserUrl } from '../support/app.ts'
import {
  SANDBOX_COOKIE,
  createInSandbox,
  expect,
  expectReadOnlyDemo,
  signInToNewSandbox,
  SANDBOXES,
  test,
} from '../support/sandbox.ts'
import { query } from '../support/script.ts'
import { callFunction } from '../support/server-function.ts'
import { ONLY_IN_FULL_RUN } from '../support/speed.ts'
import { Visitor } from '../support/visitor.ts'

test('a sandbox has the same data on every node, and its visitor can export the data', async ({ app }) => {
  const visitor = await signInToNewSandbox(app)
  expect(await createInSandbox(visitor, 'Here and there')).toMatchObject({ status: 200 })
  const node = await app.startNode(SANDBOXES)
  const there = visitor.at(node)
  expect(String((await there.get('/manager/repositories/export?searchTerm=here+and')).body)).toContain('Here and there')
  expect((await there.get('/manager/users/export')).body).toContain('user@example.com')
  await node.stop()
})

test('dropping a sandbox during a job affects no other sandbox', ONLY_IN_FULL_RUN, async ({ app }) => {
  const visitor = await signInToNewSandbox(app)
  const job = await importUsers(app, visitor, 2_000)
  await expect.poll(() => rowsDone(visitor, job)).toBeGreaterThan(0)
  const [name = ''] = visitor.cookie(SANDBOX_COOKIE)?.split('.') ?? []
  await query(superuserUrl(app.databaseUrl), `drop database ${name} with (force)`)
  await expect.poll(async () => (await visitor.get('/manager/users')).status, { timeout: 15_000 }).toBe(302)
  expect(visitor.cookie(SANDBOX_COOKIE)).toBeFalsy()
  expect(app.process.exitCode).toBeNull()
  await signInToNewSandbox(app)
})

test(
  'another process continues the job of a sandbox after its process was killed',
  ONLY_IN_FULL_RUN,
  async ({ app }) => {
    const node = await app.startNode(SANDBOXES)
    const visitor = await signInToNewSandbox(node)
    const job = await importUsers(node, visitor, 500)
    await expect.poll(() => rowsDone(visitor, job), { intervals: [50] }).toBeGreaterThan(0)
    node.process.kill('SIGKILL')
    await expect.poll(() => rowsDone(visitor.at(app), job), { timeout: 30_000 }).toBe(500)
    await node.stop()
  },
)

test(
  'while too many sandboxes are in use, new visitors get the read-only demo; returning ones soon get theirs',
  ONLY_IN_FULL_RUN,
  async ({ app }) => {
    test.setTimeout(120_000)
    const node = await app.startNode(SANDBOXES)
    const visitor = (await signInToNewSandbox(app)).at(node)
    const others: Visitor[] = []
    for (let nth = 0; nth < MAX_OPEN_SANDBOXES; nth += 1) others.push(await signInToNewSandbox(node))
    for (const other of others) await other.get('/manager/users')
    await expectReadOnlyDemo(new Visitor(node))
    const { status, headers } = await visitor.get('/manager/users', { accept: 'text/html' })
    expect({ status, type: headers.get('content-type'), retryAfter: headers.get('retry-after') }).toMatchObject({
      status: 503,
      type: expect.stringContaining('text/html'),
      retryAfter: '5',
    })

    // A job prevents its own sandbox from being closed, even if its visitor was away the longest. Other sandboxes can be closed.
    const [first] = others
    if (!first) throw new Error('no other visitor signed in')
    const job = await importUsers(node, first, 4_000)
    for (const other of others.slice(1)) await other.get('/manager/users')
    await expect.poll(async () => (await visitor.get('/manager/users')).status, { timeout: 25_000 }).toBe(200)
    expect(await rowsDone(first, job)).toBeGreaterThan(0)
    await node.stop()
  },
)

/** Starts an import of users, which a job carries out. @returns the ID of the import */
async function importUsers(app: App, visitor: Visitor, count: number): Promise<string> {
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
