/**
 * All that a webhook can be told, in the order of the form. The tables, which browsers must not get, have the same events: else
 * the rules that write and read them do not compile.
 */
export const WEBHOOK_EVENTS = [
  'user.created',
  'user.updated',
  'user.role_changed',
  'user.banned',
  'user.unbanned',
  'user.deleted',
  'user.restored',
  'repository.created',
  'repository.updated',
  'repository.deleted',
  'repository.restored',
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

/** An event or a test as a key of texts, which have no dots. */
export type DeliveryKey = DashedName<WebhookEvent | 'webhook.test'>
type DashedName<Name extends string> = Name extends `${infer Thing}.${infer Change}` ? `${Thing}-${Change}` : never

/** The key of the text of an event or a test. */
export function deliveryKey(type: WebhookEvent | 'webhook.test'): DeliveryKey {
  return type.replace('.', '-') as DeliveryKey
}
