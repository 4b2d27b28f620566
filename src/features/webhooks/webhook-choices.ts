import { manifests, type features } from '#features.ts'

type RowEvent = Extract<(typeof features)[number], { sentEvents: unknown }>['sentEvents'][number]

/** The events that a webhook can receive, in the form's order. The SQL function `webhook_types` maps history entries to them. */
export const WEBHOOK_EVENTS = [
  'user.created',
  'user.updated',
  'user.role_changed',
  'user.banned',
  'user.unbanned',
  'user.deleted',
  'user.restored',
  ...manifests.flatMap(({ sentEvents = [] }) => sentEvents as readonly RowEvent[]),
] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]

type DashedName<Name extends string> = Name extends `${infer Thing}.${infer Change}` ? `${Thing}-${Change}` : never

/** Returns the key of an event's text: the event with a dash for the dot, because keys cannot contain dots. */
export function eventKey(event: WebhookEvent): DashedName<WebhookEvent> {
  return event.replace('.', '-') as DashedName<WebhookEvent>
}

/** Returns the name that the subject of an event has in messages. */
export function subjectOf(event: string): string {
  return event.replace(/\..*/, '').replaceAll(/-(.)/g, (_dash, letter: string) => letter.toUpperCase())
}
