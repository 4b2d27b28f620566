import { execFileSync } from 'node:child_process'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { rolledBack } from '#db/test-database.ts'
import { contextOn } from '#service/test-context.server.ts'
import { curlOf } from './curl.ts'
import { getDeliveryRequest } from './delivery-request.server.ts'
import { addEvent, addWebhook, deliver, deliveriesOf, startTarget, testSecret } from './test-webhooks.server.ts'

test(
  'the request of a delivery has the content that was sent, and its own valid signature, without the secret',
  rolledBack(async (db) => {
    const { url, received } = await startTarget(204)
    const target = await addWebhook(db, url)
    await addEvent(db)
    await deliver(db, target)
    const [delivery] = await deliveriesOf(db, target)
    const request = await getDeliveryRequest(contextOn(db), { id: delivery?.id ?? '' })
    expect(request).toMatchObject({ url, body: received[0]?.body })
    expect(request?.headers['webhook-id']).toBe(received[0]?.headers['webhook-id'])
    expect(() => new StandardWebhook(testSecret).verify(request?.body ?? '', request?.headers ?? {})).not.toThrow()
    expect(JSON.stringify(request)).not.toContain(testSecret)
    await expect(getDeliveryRequest(contextOn(db), { id: crypto.randomUUID() })).rejects.toThrow('NOT_FOUND')
  }),
)

test(
  'a delivery whose secret is lost has no request',
  rolledBack(async (db) => {
    const target = await addWebhook(db, 'https://a.example/', { sealedSecret: 'lost' })
    await addEvent(db)
    const [delivery] = await deliveriesOf(db, target)
    expect(await getDeliveryRequest(contextOn(db), { id: delivery?.id ?? '' })).toBeNull()
  }),
)

test('a shell passes the values of the curl command on unchanged, and runs none of them', () => {
  const body = `{"name":"O'Hara $(touch /tmp/x) \`id\` \\\\ \\"\n"}`
  const command = curlOf({ url: "https://a.example/?a='b'&c=$HOME", headers: { 'webhook-id': "m'1" }, body })
  const echoed = execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)], { encoding: 'utf8' })
  expect(echoed.split('\0').slice(0, -1)).toEqual([
    '-X',
    'POST',
    '-H',
    "webhook-id: m'1",
    '--data-raw',
    body,
    "https://a.example/?a='b'&c=$HOME",
  ])
})
