import { eq } from 'drizzle-orm'
import { webhook, webhookDelivery } from '#db/schema.ts'
import { AppError } from '#lib/app-error.ts'
import type { ServiceContext } from '#service/service-context.server.ts'
import type { HttpRequest } from './curl.ts'
import { decryptSecrets } from './deliver-webhooks.server.ts'
import { signedHeaders } from './standard-webhook.server.ts'
import { buildMessage } from './webhook-message.server.ts'

/**
 * Builds the request of a delivery again, as of its last attempt, or of now without one. The secret is not part of it.
 * @returns null if the message can no longer be built or signed
 * @throws {AppError} NOT_FOUND
 */
export async function getDeliveryRequest({ db }: ServiceContext, { id }: { id: string }): Promise<HttpRequest | null> {
  const [due] = await db
    .select({ target: webhook, delivery: webhookDelivery })
    .from(webhookDelivery)
    .innerJoin(webhook, eq(webhook.id, webhookDelivery.webhookId))
    .where(eq(webhookDelivery.id, id))
  if (!due) throw new AppError('NOT_FOUND')
  const secrets = decryptSecrets(due.target)
  const body = await buildMessage(db, due.delivery, due.target)
  if (!secrets || body === undefined) return null
  const timestamp = Math.floor((due.delivery.attemptedAt ?? new Date()).getTime() / 1_000)
  const signed = signedHeaders(secrets, { id: `msg_${id}`, timestamp, body })
  return { url: due.target.url, headers: { 'content-type': 'application/json', ...signed }, body }
}
