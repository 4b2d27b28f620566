import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { type App, startApp } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const PATH = '/manager/users/import'

async function signedIn(app: App, role: 'admin' | 'user' = 'admin') {
  const visitor = new Visitor(app)
  const { id, email } = await addUser(app, { role, name: 'Chief Import' })
  await visitor.signIn(email)
  return { id, email, visitor }
}

const upload = (app: App, visitor: Visitor, body: string | Buffer<ArrayBuffer>, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${PATH}?name=people.csv`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', origin: app.url, cookie: visitor.cookies(), ...headers },
    body,
  })

test('only administrators can upload files to import, and other uploads are refused before they are read', async ({
  app,
  visitor,
}) => {
  const { visitor: chief } = await signedIn(app)
  const { visitor: user } = await signedIn(app, 'user')
  const answers = await Promise.all([
    upload(app, visitor, 'email,name\n'),
    upload(app, user, 'email,name\n'),
    upload(app, chief, 'email,name\n', { origin: 'https://evil.example' }),
    upload(app, chief, 'email,name\n', { origin: '' }),
  ])
  expect(answers.map(({ status }) => status)).toEqual([401, 403, 403, 403])
  const templates = await Promise.all([visitor, user, chief].map((who) => who.get(`${PATH}/template`)))
  expect(templates.map(({ status }) => status)).toEqual([401, 403, 200])

  // Announces a body of 40 MB, but sends only a few bytes.
  for (const [who, status] of [
    [visitor, 401],
    [user, 403],
  ] as const) {
    const outgoing = request(`${app.url}${PATH}`, {
      method: 'POST',
      headers: { origin: app.url, cookie: who.cookies(), 'content-length': 40_000_000 },
    })
    outgoing.on('error', () => undefined)
    outgoing.write('email')
    const [answer] = (await once(outgoing, 'response')) as [{ statusCode: number }]
    expect(answer.statusCode).toBe(status)
    outgoing.destroy()
  }
})

test('an import of an invalid file is refused with the reason, and nothing is stored', async ({ app }) => {
  const { id, visitor } = await signedIn(app)
  const refused = async (body: string | Buffer<ArrayBuffer>, headers?: Record<string, string>) => {
    const answer = await upload(app, visitor, body, headers)
    return [answer.status, ((await answer.json()) as { fields: { file: string } }).fields.file]
  }
  const packed = { 'content-encoding': 'gzip' }
  expect(await refused('')).toEqual([400, 'empty'])
  expect(await refused('email,name\na@b.example,"x\n')).toEqual([400, 'quotes'])
  expect(await refused(Buffer.from('email,name\na@b.example,Ren\xe9\n', 'latin1'))).toEqual([400, 'encoding'])
  expect(await refused('email,name\n', packed)).toEqual([400, 'broken'])
  expect(await refused(gzipSync(`email,name\n${'x'.repeat(10_000_000)}`), packed)).toEqual([400, 'rowTooLong'])
  expect(await refused(gzipSync(`email,name\n${'x,y\n'.repeat(120_000)}`), packed)).toEqual([400, 'tooManyRows'])
  expect(await refused(`${'a,'.repeat(1_000_000)}\n`)).toEqual([400, 'tooManyColumns'])
  expect(await app.sql`select from bulk_job where actor_id = ${id}`).toEqual([])
})

test('the client gets the response for an invalid file even if it sends the whole file first', async ({ app }) => {
  const { visitor } = await signedIn(app)
  const bodies: [Buffer, Record<string, string>][] = [
    [Buffer.alloc(30_000_000, 'x,y\n'), {}],
    [gzipSync(randomBytes(20_000_000), { level: 1 }), { 'content-encoding': 'gzip' }],
  ]
  for (const [body, packed] of bodies) {
    const headers = { origin: app.url, cookie: visitor.cookies(), 'content-length': body.length, ...packed }
    const outgoing = request(`${app.url}${PATH}`, { method: 'POST', headers })
    const answered = once(outgoing, 'response') as Promise<[{ statusCode: number }]>
    outgoing.end(body)
    await once(outgoing, 'finish')
    const [{ statusCode }] = await answered
    expect(statusCode).toBe(400)
    outgoing.destroy()
  }
})

test('the address of a started import leads to its job, whose page has the bad rows and their download without JavaScript', async ({
  app,
}) => {
  const { visitor } = await signedIn(app)
  const kept = await upload(app, visitor, `email,name\n${crypto.randomUUID()}@example.com,Ada\nnot an address,Bo\n`)
  const { id } = (await kept.json()) as { id: string }
  await callFunction(visitor, 'imports.checkImport', { id }, 'POST')
  await callFunction(visitor, 'imports.startImport', { id, isAllOrNothing: false }, 'POST')
  const old = await visitor.get(`${PATH}?id=${id}`)
  expect([old.status, old.headers.get('location')]).toEqual([307, `/manager/jobs/${id}`])
  await expect
    .poll(async () => [...(await app.sql`select status from bulk_job where id = ${id}`)], { timeout: 20_000 })
    .toEqual([{ status: 'done' }])
  const pageFor = async (who: Visitor) => String((await who.get(`/manager/jobs/${id}`)).body)
  const own = await pageFor(visitor)
  for (const part of ['not an address', 'Line 3: Email is invalid', 'Import another file', 'Undo the job'])
    expect(own).toContain(part)
  expect(own).toContain(`href="/manager/imports/problems?id=${id}"`)
  // Another administrator sees the reasons, but cannot download the rows of the file.
  const { visitor: other } = await signedIn(app)
  const shared = await pageFor(other)
  expect(shared).toContain('Line 3: Email is invalid')
  expect(shared).not.toContain('imports/problems')
})

test('if a server is killed during an import, another server continues it and imports no row twice', async () => {
  test.slow()
  const node = await startApp()
  const { id: chief, visitor } = await signedIn(node)
  const rows = Array.from({ length: 2_000 }, (_, number) => `${number}@killed.example,Name ${number}\n`)
  const kept = await upload(node, visitor, `email,name\n${rows.join('')}`)
  const { id } = (await kept.json()) as { id: string }
  await callFunction(visitor, 'imports.checkImport', { id }, 'POST')
  const started = await callFunction(visitor, 'imports.startImport', { id, isAllOrNothing: true }, 'POST')
  expect(started.error).toBeUndefined()
  const madeCount = async () => {
    const [row] = await node.sql`select count(*)::int as count from "user" where email like '%@killed.example'`
    return Number(row?.count)
  }
  await expect.poll(madeCount, { intervals: [20], timeout: 20_000 }).toBeGreaterThan(100)
  const died = once(node.process, 'exit')
  node.process.kill('SIGKILL')
  await died
  expect(await madeCount()).toBeLessThan(2_000)

  const next = await node.startNode()
  await expect.poll(madeCount, { timeout: 120_000 }).toBe(2_000)
  await expect
    .poll(async () => [...(await node.sql`select status, done, refused from bulk_job where id = ${id}`)])
    .toEqual([{ status: 'done', done: 2_000, refused: 0 }])
  const [told] = await node.sql`
    select count(*)::int as entries, count(distinct subject_id)::int as people from history_event
    where action = 'user-created' and actor_id = ${chief}`
  expect(told).toEqual({ entries: 2_000, people: 2_000 })
  await next.stop()
  await node.stop()
})
