import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#db/client.ts'
import { historyEvent, member, organization } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { noteFilters } from './notes.fields.ts'
import type { NotesContext } from './notes.scope.server.ts'
import { countNotes, createNote, deleteNote, getNote, listNotes, restoreNote, updateNote } from './notes.server.ts'
import { fieldsOf, signedIn } from './test-notes.server.ts'

const NOT_FOUND = { code: 'NOT_FOUND' }

/** Returns a user's context with a role in a new organization. */
async function inOrganization(db: Database, role: 'owner' | 'member' = 'owner'): Promise<NotesContext> {
  const context = await signedIn(db)
  const [made] = await db.insert(organization).values({ name: 'Engines' }).returning({ id: organization.id })
  const organizationId = made?.id ?? ''
  await db.insert(member).values({ organizationId, userId: context.actor.id, role })
  return { ...context, scope: { organizationId, reachesAnyById: false, memberId: context.actor.id } }
}

test(
  'another organization cannot read or change notes',
  rolledBack(async (db) => {
    const ours = await inOrganization(db)
    const headline = `s${crypto.randomUUID()}`
    const { id } = await createNote(ours, await fieldsOf(ours, headline))
    const { id: deleted } = await createNote(ours, await fieldsOf(ours, headline))
    await deleteNote(ours, { id: deleted })
    for (const theirs of [await inOrganization(db), await signedIn(db)]) {
      const filter = { ...z.parse(noteFilters, {}), searchTerm: headline }
      const fields = await fieldsOf(theirs, 'taken over')
      expect(await listNotes(theirs, { ...filter, sort: 'newest', cursor: null })).toMatchObject({ rows: [] })
      expect(await countNotes(theirs, filter)).toBe(0)
      await expect(getNote(theirs, { id })).rejects.toMatchObject(NOT_FOUND)
      await expect(updateNote(theirs, { ...fields, id })).rejects.toMatchObject(NOT_FOUND)
      await expect(deleteNote(theirs, { id })).rejects.toMatchObject(NOT_FOUND)
      await expect(restoreNote(theirs, { id: deleted })).rejects.toMatchObject(NOT_FOUND)
    }
    expect(await getNote(ours, { id })).toMatchObject({ headline })
  }),
)

test(
  'the history of an organization has the changes of its notes',
  rolledBack(async (db) => {
    const context = await inOrganization(db)
    const fields = await fieldsOf(context, 'new')
    const { id } = await createNote(context, fields)
    await updateNote(context, { ...fields, id, headline: 'changed' })
    await deleteNote(context, { id })
    await restoreNote(context, { id })
    const entries = await db
      .select({ action: historyEvent.action })
      .from(historyEvent)
      .where(eq(historyEvent.ownerId, context.scope?.organizationId ?? ''))
      .orderBy(historyEvent.id)
    expect(entries.map(({ action }) => action)).toEqual([
      'note-created',
      'note-updated',
      'note-deleted',
      'note-restored',
    ])
  }),
)

test(
  'a member who is neither owner nor administrator cannot change notes, even with a session from before a demotion',
  rolledBack(async (db) => {
    const context = await inOrganization(db, 'member')
    await expect(createNote(context, await fieldsOf(context, 'new'))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }),
)
