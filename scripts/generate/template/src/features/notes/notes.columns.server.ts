import { and, eq, type SQL } from 'drizzle-orm'
import { note } from '#db/schema.ts'
import type { NoteDetail, NoteFilters } from './notes.fields.ts'

/** The columns of a list. */
export const listedColumns = {
  headline: note.headline,
  status: note.status,
}

/** The columns of all fields. */
export const detailColumns = {
  ...listedColumns,
  body: note.body,
}

/** Returns the condition for the filters of the list. */
export function matchesFilter({ status }: NoteFilters): SQL | undefined {
  return and(status === '' ? undefined : eq(note.status, status))
}

/** Converts the fields to texts for the history. */
export function historyOf(note: Pick<NoteDetail, 'headline' | 'status' | 'body'>) {
  return {
    headline: note.headline,
    status: note.status,
    body: note.body,
  }
}
