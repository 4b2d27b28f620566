import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** The parts of a message that the Standard Webhooks specification signs. */
interface Message {
  id: string
  /** Seconds since 1970. */
  timestamp: number
  body: string
}

/** Creates a secret for the signatures of a webhook. */
export function createWebhookSecret(): string {
  return PREFIX + randomBytes(32).toString('base64')
}

/** Returns the headers that prove the sender of a message, with a signature for each secret (standardwebhooks.com). */
export function signedHeaders(secrets: string[], { id, timestamp, body }: Message): Record<string, string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  }
}
