import { eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import type { Database } from '#db/client.ts'
import { historyEvent, repository, user, type webhook, type webhookDelivery } from '#db/schema.ts'
import { displayNameOf } from '#lib/names.ts'
import { subjectOf } from './webhook-choices.ts'

type Delivery = Pick<typeof webhookDelivery.$inferSelect, 'type' | 'eventId' | 'userId' | 'createdAt'>

type Target = Pick<typeof webhook.$inferSelect, 'includesPrivate'>

/** Fields of history entries that webhooks do not receive, because they are about a user's sign-in methods. */
const OMITTED_FIELDS = new Set(['keptPasskeys', 'providers', 'passkey'])

/**
 * Builds the JSON of a delivery: IDs, names and changes. Reads the data again for each attempt, so that erased data is not
 * sent.
 * @returns undefined if the history entry or the new user was deleted, or the webhook does not receive this event
 */
export async function buildMessage(db: Database, delivery: Delivery, target: Target): Promise<string | undefined> {
  const { type, createdAt } = delivery
  if (type === 'webhook.test') return toJson(type, createdAt, {})
  if (delivery.eventId !== null) return buildEventMessage(db, { ...delivery, eventId: delivery.eventId }, target)
  if (delivery.userId === null) return undefined
  const [record] = await db
    .select({ id: user.id, name: user.name, email: user.email, role: user.role })
    .from(user)
    .where(eq(user.id, delivery.userId))
  if (!record) return undefined
  const { id, name, email, role } = record
  const reference = { id, name: displayNameOf(record) }
  return toJson(type, createdAt, {
    user: reference,
    actor: reference,
    changes: changesOf({}, { name, email, role }),
  })
}

async function buildEventMessage(
  db: Database,
  { type, eventId }: Delivery & { eventId: number },
  { includesPrivate }: Target,
): Promise<string | undefined> {
  const [entry] = await db.select().from(historyEvent).where(eq(historyEvent.id, eventId))
  if (!entry) return undefined
  const { at, actorId, actorName, subjectId, subjectName, before, after } = entry
  const subject = { id: subjectId, name: subjectName }
  const owner = type.startsWith('user.') ? undefined : await ownerOf(db, type, entry)
  // If the owner is unknown, treat the row as an organization's.
  if (owner && owner.organizationId !== null && !includesPrivate) return undefined
  return toJson(type, at, {
    [subjectOf(type)]: { ...subject, ...owner },
    actor: { id: actorId, name: actorName },
    changes: changesOf(before ?? {}, after ?? {}),
  })
}

/** The schema of the fields that `ownerOf` returns. @public the API describes them */
export const ownerOfRow = { organizationId: z.optional(z.nullable(z.guid())) }

/** Returns a row's owner: null for a shared row, an empty object if the owner is unknown. */
async function ownerOf(
  db: Database,
  type: string,
  { ownerId, subjectId }: typeof historyEvent.$inferSelect,
): Promise<{ organizationId?: string | null }> {
  if (ownerId !== null || !type.startsWith('repository.')) return { organizationId: ownerId }
  if (subjectId === null) return {}
  // Entries of earlier releases have no owner, also if an organization owns the repository.
  const [found] = await db
    .select({ organizationId: repository.organizationId })
    .from(repository)
    .where(eq(repository.id, subjectId))
  return found ?? {}
}

type HistoryValues = Record<string, string | null | undefined>

function changesOf(before: HistoryValues, after: HistoryValues) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => !OMITTED_FIELDS.has(name),
  )
  const changed = names.filter((name) => (before[name] ?? null) !== (after[name] ?? null))
  return Object.fromEntries(changed.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]))
}

function toJson(type: string, at: Date, data: object): string {
  return JSON.stringify({ type, timestamp: at.toISOString(), data })
}
