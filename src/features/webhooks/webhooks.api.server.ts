import * as z from 'zod/mini'
import { responseSchemas, describeSchema } from '#api/named-schemas.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-choices.ts'
import { ownerOfRepository } from './webhook-message.server.ts'

const referenceSchema = z.object({ id: z.nullable(z.guid()), name: z.nullable(z.string()) })
const nullableString = z.nullable(z.string())
const commonFields = {
  actor: referenceSchema,
  changes: z.record(z.string(), z.object({ before: nullableString, after: nullableString })),
}
const repository = z.extend(referenceSchema, ownerOfRepository)
const timestamp = z.iso.datetime()

/** The message about a user, as `buildMessage` builds it. */
export const userMessage = z
  .object({ type: z.enum(eventsOf('user.')), timestamp, data: z.object({ user: referenceSchema, ...commonFields }) })
  .register(responseSchemas, { id: 'UserMessage' })
const repositoryMessage = z
  .object({ type: z.enum(eventsOf('repository.')), timestamp, data: z.object({ repository, ...commonFields }) })
  .register(responseSchemas, { id: 'RepositoryMessage' })

/** The messages that webhooks receive, in OpenAPI's format. */
export const webhookMessages = {
  webhooks: Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const schema = describeSchema(type.startsWith('user.') ? userMessage : repositoryMessage, 'output')
      const post = {
        operationId: type,
        summary: `Receive ${type}`,
        description:
          'Signed as specified by Standard Webhooks. Any response other than 2xx counts as a failure, and the message is sent again.',
        requestBody: { required: true, content: { 'application/json': { schema } } },
        responses: { '2XX': { description: 'Received' } },
      }
      return [type, { post }]
    }),
  ),
}

function eventsOf(prefix: string): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((type) => type.startsWith(prefix))
}
