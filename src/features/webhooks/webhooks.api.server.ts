import * as z from 'zod/mini'
import { responseSchemas, describeSchema } from '#api/named-schemas.ts'
import { subjectOf, WEBHOOK_EVENTS, type WebhookEvent } from './webhook-choices.ts'
import { ownerOfRow } from './webhook-message.server.ts'

const referenceSchema = z.object({ id: z.nullable(z.guid()), name: z.nullable(z.string()) })
const nullableString = z.nullable(z.string())
const commonFields = {
  actor: referenceSchema,
  changes: z.record(z.string(), z.object({ before: nullableString, after: nullableString })),
}
const row = z.extend(referenceSchema, ownerOfRow)
const timestamp = z.iso.datetime()

/** The message about a user, as `buildMessage` builds it. */
export const userMessage = z
  .object({ type: z.enum(eventsOf('user.')), timestamp, data: z.object({ user: referenceSchema, ...commonFields }) })
  .register(responseSchemas, { id: 'UserMessage' })
const repositoryMessage = rowMessage('repository.created').register(responseSchemas, { id: 'RepositoryMessage' })

/** The messages with a name of their own in the description, by their subject. */
const MESSAGES: Record<string, z.ZodMiniType> = { user: userMessage, repository: repositoryMessage }

/** The messages that webhooks receive, in OpenAPI's format. */
export const webhookMessages = {
  webhooks: Object.fromEntries(
    WEBHOOK_EVENTS.map((type) => {
      const schema = describeSchema(MESSAGES[subjectOf(type)] ?? rowMessage(type), 'output')
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

/** Returns the schema of the message about an event of a row, and about the other events of such rows. */
export function rowMessage(type: WebhookEvent) {
  const data = z.object({ [subjectOf(type)]: row, ...commonFields })
  return z.object({ type: z.enum(eventsOf(`${type.split('.')[0]}.`)), timestamp, data })
}

function eventsOf(prefix: string): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((type) => type.startsWith(prefix))
}
