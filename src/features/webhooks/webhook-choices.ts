/** The events that a webhook can be told, in the order of the form. The function `webhook_types` of migration 0017 says which entry of the history is which. */
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

type DashedName<Name extends string> = Name extends `${infer Thing}.${infer Change}` ? `${Thing}-${Change}` : never

/** The key of the text of an event: texts have no dots. */
export function eventKey(event: WebhookEvent): DashedName<WebhookEvent> {
  return event.replace('.', '-') as DashedName<WebhookEvent>
}
