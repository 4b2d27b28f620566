import { eq, like, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Database } from '#db/client.ts'
import { historyEvent, note } from '#db/schema.ts'
import { rolledBack } from '#db/test-database.ts'
import { purgeExpired } from '#queue/purge.server.ts'
import { serverFeatures } from '../../features.server.ts'
import { notesConfig } from './notes.config.ts'
import { noteFilters } from './notes.fields.ts'
import { SORTS, type NoteSort } from './notes.schema.ts'
import type { NotesContext } from './notes.scope.server.ts'
import { countNotes, createNote, deleteNote, getNote, listNotes, restoreNote, updateNote } from './notes.server.ts'
import { fieldsOf, signedIn } from './test-notes.server.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
let mark = ''

beforeEach(() => {
  mark = `m${crypto.randomUUID().slice(0, 8)}`
})

const anything = z.parse(noteFilters, {})
const NOT_FOUND = { code: 'NOT_FOUND' }

async function add(context: NotesContext, headline = mark): Promise<string> {
  return (await createNote(context, await fieldsOf(context, headline))).id
}

async function namesOf(context: NotesContext, searchTerm: string, sort: NoteSort = 'newest') {
  const { rows } = await listNotes(context, { ...anything, searchTerm, sort, cursor: null })
  return rows.map(({ headline }) => headline)
}

const eventsOf = (db: Database, id: string) =>
  db
    .select({ action: historyEvent.action, before: historyEvent.before, after: historyEvent.after })
    .from(historyEvent)
    .where(eq(historyEvent.subjectId, id))
    .orderBy(historyEvent.id)

test(
  'an added note is saved as given, with the user who added it',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const fields = await fieldsOf(context, mark)
    const { id } = await createNote(context, fields)
    expect(await getNote(context, { id })).toMatchObject({ ...fields, createdBy: { name: 'Ada' } })
  }),
)

test(
  'a deletion can be undone, and a deleted note is in no list',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const id = await add(context)
    await deleteNote(context, { id })
    expect(await namesOf(context, mark)).toEqual([])
    await expect(getNote(context, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(deleteNote(context, { id })).rejects.toMatchObject(NOT_FOUND)
    await restoreNote(context, { id })
    expect(await namesOf(context, mark)).toEqual([mark])
    await expect(restoreNote(context, { id })).rejects.toMatchObject(NOT_FOUND)
  }),
)

test(
  'a deleted note is purged once it can no longer be restored, and not earlier',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    for (const [name, ago] of [
      ['gone', '1 second'],
      ['kept', '-1 minute'],
    ] as const) {
      const id = await add(context, `${mark} ${name}`)
      const deletedAt = sql`now() - make_interval(days => ${notesConfig.undoDays}) - ${ago}::interval`
      await db.update(note).set({ deletedAt }).where(eq(note.id, id))
    }
    await purgeExpired(db, serverFeatures)
    const left = await db
      .select({ headline: note.headline })
      .from(note)
      .where(like(note.headline, `${mark}%`))
    expect(left).toEqual([{ headline: `${mark} kept` }])
  }),
)

test(
  'the history records every change with the values before and after; saving the same values is no change',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const fields = await fieldsOf(context, mark)
    const { id } = await createNote(context, fields)
    await updateNote(context, { ...fields, id })
    await updateNote(context, { ...fields, id, headline: `${mark} renamed` })
    await deleteNote(context, { id })
    await restoreNote(context, { id })
    expect(await eventsOf(db, id)).toMatchObject([
      { action: 'note-created', before: null, after: { headline: mark } },
      { action: 'note-updated', before: { headline: mark }, after: { headline: `${mark} renamed` } },
      { action: 'note-deleted', before: { headline: `${mark} renamed` } },
      { action: 'note-restored' },
    ])
  }),
)

test(
  'every function returns NOT_FOUND for a missing note',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const fields = await fieldsOf(context, mark)
    await expect(getNote(context, { id: NOBODY })).rejects.toMatchObject(NOT_FOUND)
    await expect(updateNote(context, { ...fields, id: NOBODY })).rejects.toMatchObject(NOT_FOUND)
    await expect(deleteNote(context, { id: NOBODY })).rejects.toMatchObject(NOT_FOUND)
    await expect(restoreNote(context, { id: NOBODY })).rejects.toMatchObject(NOT_FOUND)
  }),
)

test.each(SORTS)(
  'the next page starts after the last row of the previous page (%s), even if rows have equal values',
  (sort) =>
    rolledBack(async (db) => {
      const context = await signedIn(db)
      const all = Array.from({ length: 25 }, (_, number) => `${mark} ${String(number).padStart(2, '0')}`)
      for (const headline of all) await add(context, headline)
      const seen: string[] = []
      let cursor: string | null = null
      do {
        const page: Awaited<ReturnType<typeof listNotes>> = await listNotes(context, {
          ...anything,
          searchTerm: mark,
          sort,
          cursor,
        })
        seen.push(...page.rows.map(({ headline }) => headline))
        cursor = page.nextCursor
      } while (cursor !== null)
      expect(sort === 'headline' ? seen : seen.toSorted()).toEqual(all)
      expect(await countNotes(context, { ...anything, searchTerm: mark })).toBe(25)
    })(),
)

test(
  'three letters match anywhere in a note, regardless of case; fewer match only the beginning',
  rolledBack(async (db) => {
    const context = await signedIn(db)
    await add(context, `${mark} Ünïcode`)
    expect(await namesOf(context, 'üNÏC')).toContain(`${mark} Ünïcode`)
    expect(await namesOf(context, 'ni')).not.toContain(`${mark} Ünïcode`)
    for (const magic of ['%', '_', '\\', "'", 'a\0b', '\ud800'])
      expect(await namesOf(context, magic)).not.toContain(`${mark} Ünïcode`)
  }),
)
