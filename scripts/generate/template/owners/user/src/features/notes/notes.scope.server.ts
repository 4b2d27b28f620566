import { eq, type SQL } from 'drizzle-orm'
import { note } from '#db/schema.ts'
import type { Violation } from '#db/violations.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** The context of the services of notes: each note belongs to the signed-in user, also during impersonation. */
export interface NotesContext extends ServiceContext {
  session: { viewer: { id: string } }
}

/** Returns the condition for the notes of the caller. Every query of notes uses it. */
export function rowsFor({ session: { viewer } }: NotesContext): SQL {
  return eq(note.createdById, viewer.id)
}

/** Returns the condition that a note with a requested ID must meet. */
export function isWithinReach(context: NotesContext): SQL {
  return rowsFor(context)
}

/** Returns the columns with the owner of a new note. */
export function ownerOf({ session: { viewer } }: NotesContext) {
  return { createdById: viewer.id }
}

/** Returns the owner whose number of notes is limited. */
export function limitOf({ session: { viewer } }: NotesContext): string | undefined {
  return viewer.id
}

/** The database's error if the owner of a new note was deleted; the caller gets NOT_FOUND. */
export const ownerGone: Violation[] = [
  { code: '23503', constraint: 'note_created_by_id_user_id_fk', error: 'NOT_FOUND' },
]
