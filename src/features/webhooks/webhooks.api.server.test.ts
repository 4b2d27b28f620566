import { expect, test } from 'vitest'
import { describeApi } from '#api/description.server.ts'
import type { AuditAction } from '#features.ts'
import { historyEvent } from '#db/schema.ts'
import { ownDatabase } from '#db/test-database.ts'
import { addEvent, addWebhook, deliver, deliveriesOf, startTarget } from './test-webhooks.server.ts'
import { eventKey, subjectOf, WEBHOOK_EVENTS } from './webhook-choices.ts'
import { rowMessage, userMessage, webhookMessages } from './webhooks.api.server.ts'

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

test.each(WEBHOOK_EVENTS.filter((event) => !event.startsWith('user.')))(
  'a message about the event %s of an organization’s row matches its description',
  (event) =>
    own.rolledBack(async (db) => {
      const { url, received } = await startTarget(204)
      const target = await addWebhook(db, url, { events: [event], includesPrivate: true })
      const usual = await addWebhook(db, url, { events: [event] })
      const [subjectId, ownerId] = [crypto.randomUUID(), crypto.randomUUID()]
      const action = eventKey(event) as AuditAction
      await db.insert(historyEvent).values({ action, subjectId, subjectName: 'Row', ownerId, after: { name: 'Row' } })
      await deliver(db, target)
      const message = JSON.parse(received[0]?.body ?? '') as object
      expect(message).toMatchObject({ data: { [subjectOf(event)]: { id: subjectId, organizationId: ownerId } } })
      expect(rowMessage(event).parse(message)).toEqual(message)
      expect(await deliveriesOf(db, usual), 'without private rows').toEqual([])
    })(),
)

test('subjectOf returns the name of a subject of several words in camel case', () => {
  expect(['user.role_changed', 'sample-entry.created'].map(subjectOf)).toEqual(['user', 'sampleEntry'])
})

test('the messages to webhooks are described', () => {
  const schema = { $ref: '#/components/schemas/UserMessage' }
  expect(description.webhooks).toMatchObject({
    'user.banned': { post: { requestBody: { content: { 'application/json': { schema } } } } },
  })
})
