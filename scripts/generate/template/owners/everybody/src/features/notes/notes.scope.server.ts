import type { SQL } from 'drizzle-orm'
import type { Violation } from '#db/violations.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** The context of the services of notes. */
export type NotesContext = ServiceContext

/** Returns the condition for the notes that a caller can access: undefined, because all notes are shared. */
export function rowsFor(_context: NotesContext): SQL | undefined {
  return undefined
}

/** Returns the condition that a note with a requested ID must meet. */
export function isWithinReach(context: NotesContext): SQL | undefined {
  return rowsFor(context)
}

/** Returns the columns with the creator of a new note. */
export function ownerOf(context: NotesContext) {
  return { createdById: context.actor.id }
}

/** Returns the owner whose number of notes is limited: undefined, because shared notes have only a daily limit. */
export function limitOf(_context: NotesContext): string | undefined {
  return undefined
}

/** The database's errors if the owner of a new note was deleted: none, because shared notes have no owner. */
export const ownerGone: Violation[] = []
