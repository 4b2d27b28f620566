import { expect, test } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import { ownDatabase } from '#db/test-database.ts'
import { addEvent, addWebhook, deliver, startTarget } from './test-webhooks.server.ts'
import { userMessage, webhookMessages } from './webhooks.api.server.ts'

const own = ownDatabase()
const description = describeApi([], 'http://localhost:3000', webhookMessages)

test(
  'a message matches its description',
  own.rolledBack(async (db) => {
    const { url, received } = await startTarget(204)
    const target = await addWebhook(db, url)
    await addEvent(db)
    await deliver(db, target)
    const message = JSON.parse(received[0]?.body ?? '') as object
    expect(userMessage.parse(message)).toEqual(message)
  }),
)

test('the messages to webhooks are described', () => {
  const schema = { $ref: '#/components/schemas/UserMessage' }
  expect(description.webhooks).toMatchObject({
    'user.banned': { post: { requestBody: { content: { 'application/json': { schema } } } } },
  })
})
