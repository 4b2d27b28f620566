import type { SQL } from 'drizzle-orm'
import type { Violation } from '#db/violations.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** The context of the services of notes. */
export type NotesContext = ServiceContext

/** Returns the owner's condition for notes: all are shared, so there is no condition. */
export function rowsFor(_context: NotesContext): SQL | undefined {
  return undefined
}

/** Returns the owner's condition for a note with a known ID. */
export function isWithinReach(context: NotesContext): SQL | undefined {
  return rowsFor(context)
}

/** Returns the columns with the creator of a new note. */
export function ownerOf(context: NotesContext) {
  return { createdById: context.actor.id }
}

/** Returns the owner whose number of notes is limited: shared notes have only a daily limit. */
export function limitOf(_context: NotesContext): string | undefined {
  return undefined
}

/** The violations that report a deleted owner: shared notes have no owner. */
export const ownerGone: Violation[] = []
