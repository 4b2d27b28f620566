import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationCaller } from '#api/test-operations.server.ts'
import { registerBulkKinds } from '#bulk/bulk-kind.server.ts'
import { runBulkJob } from '#bulk/run-bulk-job.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { bulkJob, repository, user } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { bulkKindsOfImports } from './import-jobs.server.ts'
import { importOperations } from './imports.api.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)
registerBulkKinds(bulkKindsOfImports())

const callApi = operationCaller(importOperations, (actor) => contextOn(database(), actor))
const own = { id: crypto.randomUUID(), name: 'Chief' }
const stranger = { id: crypto.randomUUID(), name: 'Stranger' }

beforeAll(async () => {
  for (const { id, name } of [own, stranger])
    await database()
      .insert(user)
      .values({ id, name, email: `${id}@example.com`, role: 'admin' })
})

const call = (method: string, path: string, body?: unknown) => callApi(own, method, path, { body })
const upload = (file: string, kind = 'import-repositories') =>
  callApi(own, 'POST', `/imports?kind=${kind}&fileName=some.csv`, { file })

test('a key uploads a file, chooses its columns, checks the rows, reads the bad ones, and imports the good ones', async () => {
  const word = crypto.randomUUID()
  const made = await upload(`title,link\n${word},https://a.example\n${word} 2,no\n${word},https://b.example\n`)
  expect(made).toMatchObject({
    status: 201,
    body: { status: 'draft', fileName: 'some.csv', header: ['title', 'link'], total: 3, isChecked: false },
  })
  expect(made.body.columns).toMatchObject({ name: null, link: 1 })
  const at = `/imports/${made.body.id}`
  const columns = { ...made.body.columns, name: 0 }
  expect((await call('PATCH', at, { columns })).body.columns).toEqual(columns)
  expect((await call('PATCH', at, { columns: { name: 9 } })).body.fields).toMatchObject({})
  const start = await call('POST', `${at}/start`, {})
  expect(start).toMatchObject({ status: 422, body: { code: 'INVALID_INPUT' } })
  expect((await call('POST', `${at}/check`)).body).toMatchObject({ isChecked: true, checked: 3, bad: 2 })
  const first = await call('GET', `${at}/problems?limit=1`)
  expect(first.body).toEqual({
    data: [
      {
        line: 3,
        name: `${word} 2`,
        code: 'INVALID_INPUT',
        errors: [expect.objectContaining({ field: 'link', code: expect.stringMatching(/^link/) })],
      },
    ],
    next: '3',
  })
  const second = await call('GET', `${at}/problems?limit=1&after=3`)
  expect(second.body).toEqual({ data: [{ line: 4, name: word, code: 'REPEATED', errors: [] }], next: null })
  expect((await call('POST', `${at}/start`, { isAllOrNothing: true })).status).toBe(422)
  expect((await call('POST', `${at}/start`, {})).body).toMatchObject({ status: 'queued' })
  while (await runBulkJob(database(), made.body.id));
  expect((await call('GET', at)).body).toMatchObject({ status: 'done', done: 1, bad: 2 })
  expect(await database().$count(repository, eq(repository.name, word))).toBe(1)
  expect((await call('POST', `${at}/start`, {})).status).toBe(404)
})

test('a bad file is refused with the reason, and leaves no draft', async () => {
  const count = () => database().$count(bulkJob)
  const before = await count()
  expect(await upload('')).toMatchObject({ status: 422, body: { fields: { file: 'empty' } } })
  expect(await upload('name,name\na,b\n')).toMatchObject({ status: 422, body: { fields: { file: 'duplicateHeader' } } })
  expect(await count()).toBe(before)
})

test('a key does not find the imports of other administrators', async () => {
  const { id } = (await upload('name,link\nA,https://a.example\n')).body
  for (const [method, path, body] of [
    ['GET', '', undefined],
    ['PATCH', '', { columns: {} }],
    ['POST', '/check', undefined],
    ['GET', '/problems', undefined],
    ['POST', '/start', {}],
  ] as const)
    expect(await callApi(stranger, method, `/imports/${id}${path}`, { body })).toMatchObject({ status: 404 })
  expect((await call('GET', `/imports/${id}`)).body).toMatchObject({ isChecked: false, status: 'draft' })
})

test('each call needs the scopes to add the rows; an import of users also needs those to make administrators', async () => {
  const file = 'email,name\na@b.example,A\n'
  const { id } = (await upload(file, 'import-users')).body
  for (const scope of ['user:create', 'user:set-role', 'user:change-administrators']) {
    const lacking = [scope]
    expect((await callApi(own, 'POST', '/imports?kind=import-users', { file, lacking })).status).toBe(403)
    for (const path of ['', '/problems'])
      expect((await callApi(own, 'GET', `/imports/${id}${path}`, { lacking })).status).toBe(403)
    expect((await callApi(own, 'POST', `/imports/${id}/start`, { body: {}, lacking })).status).toBe(403)
    expect((await callApi(own, 'POST', `/imports/${id}/check`, { lacking })).status).toBe(403)
  }
  const lacking = ['repository:create']
  expect((await callApi(own, 'POST', '/imports?kind=import-repositories', { file, lacking })).status).toBe(403)
  expect((await callApi(own, 'GET', `/imports/${id}`, { lacking })).status).toBe(200)
})
