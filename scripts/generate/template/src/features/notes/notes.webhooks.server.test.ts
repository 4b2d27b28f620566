import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Database } from '#db/client.ts'
import { member, organization, webhook, webhookDelivery } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import type { NotesContext } from './notes.scope.server.ts'
import { createNote, deleteNote, restoreNote, updateNote } from './notes.server.ts'
import { fieldsOf, signedIn } from './test-notes.server.ts'

const CHANGES = ['created', 'updated', 'deleted', 'restored'] as const
const EVENTS = CHANGES.map((change) => `note.${change}` as const)

/** Adds a webhook that receives all events about notes. */
async function addHook(db: Database, includesPrivate = false): Promise<string> {
  const [made] = await db
    .insert(webhook)
    .values({ url: 'https://hooks.example', events: EVENTS, sealedSecret: 'encrypted', includesPrivate })
    .returning({ id: webhook.id })
  return made?.id ?? ''
}

/** Adds, changes, deletes and restores a note. */
async function changeRow(context: NotesContext) {
  const fields = await fieldsOf(context, 'new')
  const { id } = await createNote(context, fields)
  await updateNote(context, { ...fields, id, headline: 'changed' })
  await deleteNote(context, { id })
  await restoreNote(context, { id })
}

async function eventsFor(db: Database, id: string): Promise<string[]> {
  const found = await db
    .select({ type: webhookDelivery.type })
    .from(webhookDelivery)
    .where(eq(webhookDelivery.webhookId, id))
    .orderBy(webhookDelivery.eventId)
  return found.map(({ type }) => type)
}

test(
  'a webhook receives an event about each change of shared notes',
  rolledBack(async (db) => {
    const hook = await addHook(db)
    await changeRow(await signedIn(db))
    expect(await eventsFor(db, hook)).toEqual(EVENTS)
  }),
)

test(
  'a webhook receives events about the notes of an organization only if it includes private rows',
  rolledBack(async (db) => {
    const [trusted, usual] = [await addHook(db, true), await addHook(db)]
    const context = await signedIn(db)
    const [made] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
    const organizationId = made?.id ?? ''
    await db.insert(member).values({ organizationId, userId: context.actor.id, role: 'owner' })
    await changeRow({ ...context, scope: { organizationId, reachesAnyById: false, memberId: context.actor.id } })
    expect(await eventsFor(db, trusted)).toEqual(EVENTS)
    expect(await eventsFor(db, usual)).toEqual([])
  }),
)
