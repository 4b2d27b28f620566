import { Webhook } from 'standardwebhooks'
import type { webhooks } from './schema.js'

/** A message of a webhook. Its `type` determines its `data`. */
export type WebhookMessage =
  | webhooks[keyof webhooks]
  | { type: 'webhook.test'; timestamp: string; data: Record<string, never> }

/**
 * Verifies the signature of a message and parses it.
 * @param secret the secret of the webhook, which begins with whsec_
 * @param headers the headers of the request, by lowercase name
 * @param body the body of the request as raw text
 * @throws {Error} if the message is not signed with this secret, or older than five minutes
 */
export function readWebhook(
  secret: string,
  headers: Headers | Record<string, string | string[] | undefined>,
  body: string,
): WebhookMessage {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature']
  const read = (name: string) => (headers instanceof Headers ? headers.get(name) : headers[name])
  return new Webhook(secret).verify(
    body,
    Object.fromEntries(names.map((name) => [name, String(read(name) ?? '')])),
  ) as WebhookMessage
}
