import * as z from 'zod/mini'
import { idField } from '#lib/id-field.ts'
import { noteFields, noteFilters, type NoteFilters } from './notes.fields.ts'

export const SORTS = ['newest', 'headline'] as const
export type NoteSort = (typeof SORTS)[number]

/** The search, filters and order of the list, as in the URL of its page. */
export interface NotesSearch extends NoteFilters {
  searchTerm: string
  sort: NoteSort
  /** The cursor after which the list begins; empty for its beginning. */
  after: string
}

/** The search and the filters of the list; an empty filter matches all. */
export const noteFilter = z.extend(noteFilters, { searchTerm: z.string() })
export type NoteFilter = z.infer<typeof noteFilter>

/** The input of a page of the list; the cursor is from the previous page, null for the first page. */
export const noteListInput = z.extend(noteFilter, { sort: z.enum(SORTS), cursor: z.nullable(z.string()) })
export type NoteListInput = z.infer<typeof noteListInput>

/** The input of a new note. */
export const newNoteInput = z.object({
  ...noteFields.shape,
  /** The organization that the page shows. A request fails if another tab has switched the organization of the session. */
  organization: z.optional(z.union([z.literal(''), idField])),
})
export type NewNote = z.input<typeof newNoteInput>

export const noteIdInput = z.object({ id: idField })
export const noteUpdateInput = z.extend(noteFields, { id: idField })
