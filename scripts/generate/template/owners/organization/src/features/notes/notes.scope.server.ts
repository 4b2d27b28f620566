import type { SQL } from 'drizzle-orm'
import { note } from '#db/schema.ts'
import * as scope from '#db/scope.ts'
import type { Violation } from '#db/violations.ts'
import { requireRoleInScope } from '#auth/scoped-context.server.ts'
import type { ServiceContext } from '#service/service-context.server.ts'

/** The context of the services of notes, with their owner: an organization, or none for shared notes. */
export type NotesContext = ServiceContext

/** Returns the condition for the notes of the context's owner. Every query of notes uses it or one of the two below. */
export function rowsFor(context: NotesContext): SQL {
  return scope.rowsFor(note, context)
}

/** Returns the condition that a note with a requested ID must meet; undefined if the caller can read all notes. */
export function isWithinReach(context: NotesContext): SQL | undefined {
  return scope.isWithinReach(note, context)
}

/** Returns the condition for notes that a user can see now, to which exports of the user's data are limited. */
export function isExportableBy(userId: string): SQL {
  return scope.rowsVisibleTo(note, userId)
}

/** Checks in the transaction of a change that the user's current role allows the change. */
export const requireRole = requireRoleInScope

/** Returns the columns with the creator and the owner of a new note. */
export function ownerOf(context: NotesContext) {
  return { createdById: context.actor.id, organizationId: context.scope?.organizationId ?? null }
}

/** Returns the owner whose number of notes is limited; undefined for shared notes. */
export function limitOf(context: NotesContext): string | undefined {
  return context.scope?.organizationId ?? undefined
}

/** The database's error if the owner of a new note was deleted; the caller gets NOT_FOUND. */
export const ownerGone: Violation[] = [
  { code: '23503', constraint: 'note_organization_id_organization_id_fk', error: 'NOT_FOUND' },
]
