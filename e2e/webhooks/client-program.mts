// A program that uses the generated client. client.api.http.e2e.ts type-checks it beside the client, and calls its function.
import { readWebhook } from 'client/webhooks'

/** Returns the name of the user in a message. */
export function readUserName(secret: string, headers: Record<string, string>, body: string): string | null {
  const message = readWebhook(secret, headers, body)
  if (message.type === 'webhook.test') return message.type
  // @ts-expect-error -- messages about repositories have no user
  message.data.user
  return 'user' in message.data ? message.data.user.name : null
}
