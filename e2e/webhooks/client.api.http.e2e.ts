import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createWebhookSecret, signedHeaders } from '#features/webhooks/standard-webhook.server.ts'
import { generateClient } from '../support/generated-client.api.ts'
import { expect, test } from '../support/test.ts'

interface Program {
  readUserName: (secret: string, headers: Headers | Record<string, string>, body: string) => string | null
}

test('the generated client reads messages of webhooks whose signature is right', async () => {
  const file = path.join(import.meta.dirname, 'client-program.mts')
  const client = await generateClient(file)
  await client.check()
  const { readUserName } = (await import(pathToFileURL(path.join(client.folder, path.basename(file))).href)) as Program
  const secret = createWebhookSecret()
  const body = JSON.stringify({ type: 'user.created', timestamp: '', data: { user: { id: '1', name: 'Ada' } } })
  const timestamp = Math.floor(Date.now() / 1_000)
  const headers = signedHeaders([createWebhookSecret(), secret], { id: '1', timestamp, body })
  expect(readUserName(secret, headers, body)).toBe('Ada')
  expect(readUserName(secret, new Headers(headers), body)).toBe('Ada')
  expect(() => readUserName(secret, headers, body.replace('Ada', 'Eve'))).toThrow()
  expect(() => readUserName(createWebhookSecret(), headers, body)).toThrow()
  expect(() => readUserName(secret, {}, body)).toThrow()
  const old = { id: '1', timestamp: timestamp - 600, body }
  expect(() => readUserName(secret, signedHeaders([secret], old), body)).toThrow()
  client.remove()
})
