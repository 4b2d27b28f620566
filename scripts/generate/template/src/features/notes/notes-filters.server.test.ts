import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { rolledBack } from '#db/test-database.ts'
import { noteFilters, type NoteFields, type NoteFilters } from './notes.fields.ts'
import { countNotes, createNote, listNotes } from './notes.server.ts'
import { fieldsOf, signedIn } from './test-notes.server.ts'

const CASES: [kept: Partial<NoteFields>, fitting: Partial<NoteFilters>, other: Partial<NoteFilters>][] = [
  [{ status: 'draft' }, { status: 'draft' }, { status: 'final' }],
]

test.each(CASES)('a row with %o matches %o, and does not match %o', (kept, fitting, other) =>
  rolledBack(async (db) => {
    const context = await signedIn(db)
    const headline = `f${crypto.randomUUID()}`
    await createNote(context, await fieldsOf(context, headline, kept))
    for (const [filters, count] of [
      [fitting, 1],
      [other, 0],
    ] as const) {
      const filter = { ...z.parse(noteFilters, filters), searchTerm: headline }
      const { rows } = await listNotes(context, { ...filter, sort: 'newest', cursor: null })
      expect(rows.map((row) => row.headline)).toEqual(Array(count).fill(headline))
      expect(await countNotes(context, filter)).toBe(count)
    }
  })(),
)
