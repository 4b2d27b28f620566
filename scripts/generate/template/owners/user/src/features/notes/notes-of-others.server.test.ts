import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { rolledBack } from '#db/test-database.ts'
import { noteFilters } from './notes.fields.ts'
import { countNotes, createNote, deleteNote, getNote, listNotes, restoreNote, updateNote } from './notes.server.ts'
import { fieldsOf, signedIn } from './test-notes.server.ts'

const NOT_FOUND = { code: 'NOT_FOUND' }

test(
  'another user cannot read or change notes',
  rolledBack(async (db) => {
    const ours = await signedIn(db)
    const headline = `s${crypto.randomUUID()}`
    const { id } = await createNote(ours, await fieldsOf(ours, headline))
    const { id: deleted } = await createNote(ours, await fieldsOf(ours, headline))
    await deleteNote(ours, { id: deleted })
    const theirs = await signedIn(db, 'Otto')
    const filter = { ...z.parse(noteFilters, {}), searchTerm: headline }
    const fields = await fieldsOf(theirs, 'taken over')
    expect(await listNotes(theirs, { ...filter, sort: 'newest', cursor: null })).toMatchObject({ rows: [] })
    expect(await countNotes(theirs, filter)).toBe(0)
    await expect(getNote(theirs, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(updateNote(theirs, { ...fields, id })).rejects.toMatchObject(NOT_FOUND)
    await expect(deleteNote(theirs, { id })).rejects.toMatchObject(NOT_FOUND)
    await expect(restoreNote(theirs, { id: deleted })).rejects.toMatchObject(NOT_FOUND)
    expect(await getNote(ours, { id })).toMatchObject({ headline })
  }),
)
