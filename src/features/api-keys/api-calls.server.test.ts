import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { database } from '#db/client.ts'
import { apiCall, apiKey } from '#db/schema.ts'
import { contextOn } from '#service/test-context.server.ts'
import { apiOperations } from '#slots/api.server.ts'
import { listCalls, recordCall, saveCalls, startSavingCalls } from './api-calls.server.ts'
import { apiKeysConfig } from './api-keys.config.ts'
import { addApiClient, callApi, provideTestApi, type TestApiClient } from './test-api-client.server.ts'

provideTestApi(apiOperations)

const { callsKept } = apiKeysConfig
const NOBODY = '0193e5a0-0000-4000-8000-0000000000ff'

async function seenBy({ ownerId }: Pick<TestApiClient, 'ownerId'>, { keyId }: Pick<TestApiClient, 'keyId'>) {
  const calls = await listCalls({ ...contextOn(database()), session: { viewer: { id: ownerId } } }, { id: keyId })
  return calls.map(({ method, path, status }) => [method, path, status])
}

test('the owner of a key sees its last calls with method, path without query, and status, newest first', async () => {
  const client = await addApiClient({ scopes: ['user:list'] })
  await callApi('GET', '/users?searchTerm=secret%40example.com', client)
  await callApi('HEAD', `/users/${NOBODY}`, client)
  await callApi('DELETE', `/users/${NOBODY}`, client)
  await callApi('GET', `/users/${'x'.repeat(300)}`, client)
  await callApi('GET', '/users', { token: 'lk_wrong' })
  await saveCalls()
  expect(await seenBy(client, client)).toEqual([
    ['GET', `/users/${'x'.repeat(193)}`, 404],
    ['DELETE', `/users/${NOBODY}`, 403],
    ['HEAD', `/users/${NOBODY}`, 404],
    ['GET', '/users', 200],
  ])
  expect(await seenBy(await addApiClient(), client)).toEqual([])
})

test('a call writes nothing until the calls are saved, together', async () => {
  const clients = [await addApiClient(), await addApiClient()] as const
  await callApi('GET', '/me', clients[0])
  const statements: string[] = []
  const add = (statement: unknown) => statements.push(String(statement))
  subscribe('app.statement', add)
  for (const client of [...clients, ...clients]) await callApi('GET', '/me', client)
  expect(statements.filter((text) => text.includes('api_call'))).toEqual([])
  await saveCalls()
  await saveCalls()
  unsubscribe('app.statement', add)
  expect(statements.filter((text) => text.includes('api_call'))).toHaveLength(2)
  expect(await seenBy(clients[1], clients[1])).toHaveLength(2)
})

test('only the last calls of each key are kept, in memory and in the database, and none of a deleted key', async () => {
  const [busy, quiet, gone] = [await addApiClient(), await addApiClient(), await addApiClient()]
  const record = (keyId: string, nr: number) =>
    recordCall(keyId, { at: new Date(nr), method: 'GET', path: `/${nr}`, status: 200 })
  record(quiet.keyId, 0)
  for (let nr = 0; nr < callsKept + 30; nr += 1) record(busy.keyId, nr)
  await saveCalls()
  for (let nr = callsKept + 30; nr < callsKept + 40; nr += 1) for (const { keyId } of [busy, gone]) record(keyId, nr)
  await database().delete(apiKey).where(eq(apiKey.id, gone.keyId))
  await saveCalls()
  expect(await database().$count(apiCall, eq(apiCall.apiKeyId, busy.keyId))).toBe(callsKept)
  const paths = (await seenBy(busy, busy)).map(([, path]) => path)
  expect([paths[0], paths.at(-1)]).toEqual([`/${callsKept + 39}`, '/40'])
  expect(await seenBy(quiet, quiet)).toHaveLength(1)
  await database().delete(apiKey).where(eq(apiKey.id, busy.keyId))
  expect(await database().$count(apiCall, eq(apiCall.apiKeyId, busy.keyId))).toBe(0)
})

test('when a process stops, it saves the last calls', async () => {
  const client = await addApiClient()
  const stop = startSavingCalls()
  await callApi('GET', '/me', client)
  await stop()
  expect(await seenBy(client, client)).toEqual([['GET', '/me', 200]])
})
