import * as z from 'zod/mini'
import { answerSchemas } from '#api/named-schemas.ts'
import type { ApiEvent } from '#api/operation.ts'
import { WEBHOOK_EVENTS, type WebhookEvent } from './webhook-choices.ts'

const reference = z.object({ id: z.nullable(z.guid()), name: z.nullable(z.string()) })
const value = z.nullable(z.string())
const rest = { actor: reference, changes: z.record(z.string(), z.object({ before: value, after: value })) }
const repository = z.extend(reference, { organizationId: z.optional(z.nullable(z.guid())) })
const timestamp = z.iso.datetime()

/** The message about a user, as `writeMessage` builds it. */
export const userMessage = z
  .object({ type: z.enum(of('user.')), timestamp, data: z.object({ user: reference, ...rest }) })
  .register(answerSchemas, { id: 'UserMessage' })
/** The message about a repository. */
export const repositoryMessage = z
  .object({ type: z.enum(of('repository.')), timestamp, data: z.object({ repository, ...rest }) })
  .register(answerSchemas, { id: 'RepositoryMessage' })

/** The messages that webhooks receive. */
export const webhookEvents: ApiEvent[] = WEBHOOK_EVENTS.map((type) => ({
  type,
  message: type.startsWith('user.') ? userMessage : repositoryMessage,
}))

function of(prefix: string): WebhookEvent[] {
  return WEBHOOK_EVENTS.filter((type) => type.startsWith(prefix))
}
