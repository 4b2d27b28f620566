import { eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operation } from '#api/operation.ts'
import { database, type Database } from '#db/client.ts'
import { historyEvent, idempotencyKey, repository } from '#db/schema.ts'
import { apiOperations } from '#slots/api.server.ts'
import { addApiClient, callApi, provideTestApi, type TestApiClient } from './test-api-client.server.ts'

const secretOperation = operation('POST /secrets', null, {
  id: 'makeSecret',
  summary: 'Make a secret',
  description: 'For this test.',
  response: z.object({ id: z.string(), secret: z.nullable(z.string()) }),
  secretField: 'secret',
  handle: () => Promise.resolve({ id: crypto.randomUUID(), secret: `secret-${crypto.randomUUID()}` }),
})
provideTestApi([...apiOperations, secretOperation])

let db: Database
let program: TestApiClient

beforeAll(async () => {
  db = database()
  program = await addApiClient()
})

function aRepository() {
  return { name: `api-${crypto.randomUUID()}`, link: 'example.com/x' }
}

describe('Idempotency-Key', () => {
  const post = (key: string, body: object, token = program.token) =>
    callApi('POST', '/repositories', { token, body, headers: { 'idempotency-key': key } })

  test('a request repeated with its Idempotency-Key gets the first response, and nothing is executed twice', async () => {
    const [key, body] = [crypto.randomUUID(), aRepository()]
    const first = await post(key, body)
    expect(first.status).toBe(201)
    const again = await post(key, body)
    expect(again).toMatchObject({ status: 201, body: first.body })
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'))
    expect(await db.$count(repository, eq(repository.name, body.name))).toBe(1)
    expect(await post(key, aRepository())).toMatchObject({ status: 422, body: { code: 'IDEMPOTENCY_KEY_REUSED' } })
  })

  test('one of twenty simultaneous requests with an Idempotency-Key is executed; the others get its response or a refusal', async () => {
    const [key, body] = [crypto.randomUUID(), aRepository()]
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(key, body)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([])
    expect(new Set(answers.filter(({ status }) => status === 201).map((answer) => answer.body.id)).size).toBe(1)
    const codes = answers.filter(({ status }) => status === 409).map((answer) => answer.body.code)
    expect(codes.filter((code) => code !== 'IDEMPOTENCY_KEY_IN_USE')).toEqual([])
    expect(await db.$count(repository, eq(repository.name, body.name))).toBe(1)
  })

  test('the response of a refused request is not stored, so the request can be repeated with its Idempotency-Key', async () => {
    const [key, body] = [crypto.randomUUID(), aRepository()]
    const { body: other } = await callApi('POST', '/repositories', { token: program.token, body })
    expect(await post(key, body)).toMatchObject({ status: 409, body: { code: 'TAKEN', errors: [{ field: 'name' }] } })
    await callApi('DELETE', `/repositories/${other.id}`, { token: program.token })
    expect((await post(key, body)).status).toBe(201)
  })

  test('a secret in a response is neither stored nor returned to a repeated request', async () => {
    const call = { token: program.token, headers: { 'idempotency-key': crypto.randomUUID() } }
    const [made, again] = [await callApi('POST', '/secrets', call), await callApi('POST', '/secrets', call)]
    expect(made.body.secret).toMatch(/^secret-/)
    expect(again.body).toEqual({ id: made.body.id, secret: null })
    expect(JSON.stringify(await db.select().from(idempotencyKey))).not.toContain(made.body.secret)
  })

  test('an Idempotency-Key is valid only for one API key, and for one day', async () => {
    const [key, body] = [crypto.randomUUID(), aRepository()]
    await post(key, body)
    const other = await addApiClient()
    expect((await post(key, body, other.token)).body.code).toBe('TAKEN')
    await db
      .update(idempotencyKey)
      .set({ createdAt: new Date(Date.now() - 90_000_000) })
      .where(eq(idempotencyKey.key, key))
    expect((await post(key, body)).body.code).toBe('TAKEN')
    expect((await post(key, aRepository())).status).toBe(201)
    expect(await post('a b', body)).toMatchObject({ status: 422, body: { errors: [{ field: 'Idempotency-Key' }] } })
  })

  test('an interrupted change stores nothing, and the repeated request makes the change once', async () => {
    const [key, body] = [crypto.randomUUID(), aRepository()]
    const holder = await delayResponses()
    const cutOff = post(key, body)
    await expect.poll(() => waitingConnections().then((pids) => pids.length)).toBe(1)
    // Simulates a process that died after it wrote the repository and before it stored the response.
    for (const pid of await waitingConnections()) await db.execute(sql`select pg_terminate_backend(${pid})`)
    expect((await cutOff).status).toBe(503)
    await holder.release()
    expect(await db.$count(repository, eq(repository.name, body.name))).toBe(0)
    expect(await db.$count(idempotencyKey, eq(idempotencyKey.key, key))).toBe(0)
    expect(await post(key, body)).toMatchObject({ status: 201, body: { name: body.name } })
    expect((await post(key, body)).headers.get('idempotency-replayed')).toBe('true')
    expect(await db.$count(historyEvent, eq(historyEvent.subjectName, body.name))).toBe(1)
  })
})

/** Blocks the storing of responses until `release` is called. */
async function delayResponses() {
  const released = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holding = db.transaction(async (db) => {
    await db.execute(sql`lock table idempotency_key in share mode`)
    held.resolve()
    await released.promise
  })
  await held.promise
  return {
    release: async () => {
      released.resolve()
      await holding
    },
  }
}

async function waitingConnections(): Promise<number[]> {
  const rows = await db.execute<{ pid: number }>(
    sql`select pid from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database() and pid <> pg_backend_pid()`,
  )
  return rows.map(({ pid }) => pid)
}
