import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { type App } from '../support/app.ts'
import { addUser } from '../support/users.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

async function administrator(app: App) {
  const visitor = new Visitor(app)
  const { id, email } = await addUser(app, { role: 'admin', name: 'Chief Export' })
  await visitor.signIn(email)
  return { id, visitor }
}

test('a filtered list is exported as CSV in its order, without spreadsheet formulas; the history omits the search term', async ({
  app,
}) => {
  const { id, visitor } = await administrator(app)
  const mark = `odd${crypto.randomUUID().slice(0, 8)}`
  const names = [`=HYPERLINK("x") ${mark}`, `@sum ${mark}`, `ﻋﺮﺑ "quoted", ${mark}`, `plain ${mark}`]
  for (const name of names) await addUser(app, { name })
  await addUser(app, { name: `banned ${mark}`, role: 'admin' })

  const answer = await visitor.get(`/manager/users/export?searchTerm=${mark}&role=user&sort=name`)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(answer.headers.get('content-disposition')).toMatch(
    /^attachment; filename="latchkey-users-\d{4}-\d\d-\d\d\.csv"$/,
  )
  const lines = String(answer.body).split('\r\n')
  expect(lines[0]).toBe('"id","email","name","role","status","lastSignInAt","createdAt"')
  expect(lines).toHaveLength(names.length + 2)
  expect(lines.find((line) => line.includes('HYPERLINK'))).toContain(`"'=HYPERLINK(""x"") ${mark}","user","active",,`)
  expect(lines.find((line) => line.includes('quoted'))).toContain(`"ﻋﺮﺑ ""quoted"", ${mark}"`)

  await app.sql`insert into repository (name, link, description) values (${`${mark} one`}, 'https://a.example', '-1')`
  const repositories = await visitor.get(`/manager/repositories/export?searchTerm=${mark}`)
  expect(String(repositories.body)).toContain(`"${mark} one","https://a.example","'-1"`)

  const told =
    await app.sql`select id, action, after from history_event where actor_id = ${id} order by id desc limit 2`
  expect(told.map(({ action, after }) => ({ action, after }))).toEqual([
    { action: 'repository-list-exported', after: { format: 'csv', filter: 'sort=newest searchTerm=…' } },
    { action: 'user-list-exported', after: { format: 'csv', filter: 'role=user sort=name searchTerm=…' } },
  ])
  const history = String((await visitor.get(`/manager/history?person=${id}&entry=${told[0]?.['id']}`)).body)
  expect(history).toContain(`href="/manager/users/${id}"`)
  expect(history).not.toContain(`/manager/repositories/${id}`)
})

test('only administrators can export lists, and other users who follow the link see the reason', async ({
  app,
  visitor,
}) => {
  const page = { accept: 'text/html' }
  const unknown = await visitor.get('/manager/users/export?role=user', page)
  expect([unknown.status, unknown.headers.get('location')]).toEqual([
    303,
    '/login?redirect=%2Fmanager%2Fusers%2Fexport%3Frole%3Duser',
  ])
  expect((await visitor.get('/manager/users/export')).status).toBe(401)
  const user = new Visitor(app)
  await user.signIn((await addUser(app)).email)
  for (const path of ['/manager/users/export', '/manager/repositories/export']) {
    const refused = await user.get(path, page)
    expect([refused.status, String(refused.body)]).toEqual([
      403,
      expect.stringContaining('have permission to do this.'),
    ])
  }
  const { visitor: chief } = await administrator(app)
  expect((await chief.get('/manager/users/export', { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const odd of ['role=x', 'sort=x', 'bom=2'])
    expect((await chief.get(`/manager/users/export?${odd}`)).status, odd).toBe(400)
})

test('an export is canceled if its reader disconnects or is banned, and a session can run two exports at a time', async ({
  app,
}) => {
  test.slow()
  const { id, visitor } = await administrator(app)
  await app.sql`
    insert into "user" (email, name) select 'many' || n || '@example.com', repeat('x', 90) from generate_series(1, 40000) n`
  const first = await startReading(app, visitor)
  const second = await startReading(app, visitor)
  expect((await visitor.get('/manager/users/export?role=admin')).status).toBe(429)
  first.outgoing.destroy()
  await expect
    .poll(async () => (await visitor.get('/manager/users/export?role=admin')).status, { timeout: 15_000 })
    .toBe(200)

  await app.sql`update "user" set banned = true where id = ${id}`
  const broken = once(second.answer, 'error').then(([error]) => (error as { code: string }).code)
  let size = 0
  second.answer.on('data', (part: Buffer) => (size += part.length)).resume()
  expect(await broken).toBe('ECONNRESET')
  // Only data that was already on its way arrives, far less than the whole file.
  expect(size).toBeLessThan(5_000_000)
})

/** Starts an export, and reads only the head of its response. */
async function startReading(app: App, visitor: Visitor) {
  const outgoing = request(`${app.url}/manager/users/export`, { headers: { cookie: visitor.cookies() } })
  outgoing.on('error', () => undefined)
  outgoing.end()
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
  expect(answer.statusCode).toBe(200)
  answer.pause()
  return { outgoing, answer }
}
