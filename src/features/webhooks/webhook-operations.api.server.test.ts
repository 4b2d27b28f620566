import { afterAll, beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { operationCaller } from '#api/test-operations.server.ts'
import { closeDatabase, database } from '#db/client.ts'
import { ownDatabase } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { webhookOperations } from './webhook-operations.api.server.ts'
import { webhook, webhookDelivery } from './webhooks.tables.server.ts'

ownDatabase().isOfProcess()
afterAll(closeDatabase)

const BODY = { url: 'https://hooks.example/in', events: ['user.created'] }
const callApi = operationCaller(webhookOperations, (actor) => contextOn(database(), actor))
const actor = { id: crypto.randomUUID(), name: 'Ada' }

beforeEach(() => database().delete(webhook))

const call = (method: string, path: string, body?: unknown, ifMatch?: unknown) =>
  callApi(actor, method, path, { body, ifMatch })

test('a key adds, changes, pauses, resumes and deletes a webhook', async () => {
  const made = await call('POST', '/webhooks', BODY)
  const { secret, ...detail } = made.body
  expect(made).toMatchObject({ status: 201, body: { ...BODY, includesPrivate: false, status: 'active' } })
  expect(secret).toMatch(/^whsec_/)
  const at = `/webhooks/${detail.id}`
  const read = await call('GET', at)
  expect(read.body).toEqual(detail)
  expect((await call('GET', '/webhooks')).body.data).toMatchObject([{ id: detail.id }])
  const changed = await call('PATCH', at, { events: ['user.deleted', 'user.banned'] }, read.body)
  expect(changed.body).toEqual({ ...detail, events: ['user.deleted', 'user.banned'] })
  expect((await call('PATCH', at, { includesPrivate: true }, read.body)).status).toBe(412)
  expect((await call('POST', `${at}/pause`)).body).toMatchObject({ status: 'paused', pauseReason: 'by-hand' })
  expect((await call('POST', `${at}/test`)).status).toBe(404)
  expect((await call('POST', `${at}/resume`)).body).toEqual(changed.body)
  expect((await call('DELETE', at)).status).toBe(204)
  expect((await call('GET', at)).status).toBe(404)
})

test('a private address is refused, and the response names the field', async () => {
  expect(await call('POST', '/webhooks', { ...BODY, url: 'https://10.0.0.1/' })).toMatchObject({
    status: 422,
    body: { fields: { url: 'urlPrivate' } },
  })
})

test('a key renews the secret of a webhook; no secret is stored in readable form, nor for repeated requests', async () => {
  const made = await call('POST', '/webhooks', BODY)
  const renewed = await call('POST', `/webhooks/${made.body.id}/secret`)
  expect(renewed.body.secret).toMatch(/^whsec_/)
  expect((await call('GET', `/webhooks/${made.body.id}`)).body.previousSecretUntil).not.toBeNull()
  const stored = JSON.stringify(await database().select().from(webhook))
  for (const secret of [made.body.secret, renewed.body.secret]) expect(stored).not.toContain(secret)
  const returning = webhookOperations.filter(({ response }) =>
    JSON.stringify(response ? z.toJSONSchema(response) : {}).includes('"secret"'),
  )
  expect(returning.map(({ secretField }) => secretField)).toEqual(['secret', 'secret'])
})

test('a key sends a test, reads its delivery and sends it again', async () => {
  const { id } = (await call('POST', '/webhooks', BODY)).body
  expect((await call('POST', `/webhooks/${id}/test`)).status).toBe(204)
  expect((await call('POST', `/webhooks/${id}/test`)).status).toBe(204)
  const at = `/webhooks/${id}/deliveries`
  const first = await call('GET', `${at}?limit=1`)
  const second = await call('GET', `${at}?limit=1&after=${first.body.next}`)
  expect(second.body).toMatchObject({ data: [{ type: 'webhook.test', status: 'pending', attempts: 0 }], next: null })
  const [delivery] = second.body.data
  expect(first.body.data[0].id).not.toBe(delivery.id)
  await database().update(webhookDelivery).set({ status: 'failed', attempts: 8 })
  expect((await call('GET', `${at}/${delivery.id}`)).body).toMatchObject({ status: 'failed', nextAttemptAt: null })
  expect((await call('POST', `${at}/${delivery.id}/redeliver`)).body).toMatchObject({ status: 'pending', attempts: 0 })
  const other = (await call('POST', '/webhooks', BODY)).body.id
  for (const [method, path] of [
    ['GET', `/webhooks/${other}/deliveries/${delivery.id}`],
    ['POST', `/webhooks/${other}/deliveries/${delivery.id}/redeliver`],
    ['GET', `/webhooks/${crypto.randomUUID()}/deliveries`],
  ] as const)
    expect((await call(method, path)).status).toBe(404)
})
