import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import { fieldMap } from '#db/field-map.ts'
import { consumeDailyChange, requireRoom, takeRoom } from '#db/limits.ts'
import { keysetPage, pageOf } from '#db/keyset-page.ts'
import { note, user } from '#db/schema.ts'
import { matches, type Searchable } from '#db/search.ts'
import { recordAudit } from '#audit/audit.server.ts'
import { AppError } from '#lib/app-error.ts'
import type { Page } from '#lib/page.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { detailColumns, matchesFilter, historyOf, listedColumns } from './notes.columns.server.ts'
import { noteFields, type NoteDetail, type NoteFields, type NoteRow } from './notes.fields.ts'
import type { NoteFilter, NoteListInput } from './notes.schema.ts'
import {
  isWithinReach,
  limitOf,
  ownerGone,
  ownerOf,
  requireRole,
  rowsFor,
  type NotesContext,
} from './notes.scope.server.ts'

const { pageSize, totalCap } = appConfig.lists
const { toRow, isSame } = fieldMap(note, noteFields)
const isActive = isNull(note.deletedAt)
const SEARCHABLE: Searchable = {
  table: note,
  id: note.id,
  trigramColumn: note.searchText,
  prefixColumns: [note.sortName],
}

const orders = {
  newest: { by: note.createdAt, type: 'timestamptz', direction: 'desc' },
  headline: { by: note.sortName, type: 'text', direction: 'asc' },
} as const

/** Lists a page of the notes that match a filter. */
export async function listNotes(
  context: NotesContext,
  { sort, cursor, searchTerm, ...filters }: NoteListInput,
): Promise<Page<NoteRow>> {
  const page = keysetPage({
    of: SEARCHABLE,
    order: orders[sort],
    where: and(isActive, rowsFor(context), matchesFilter(filters)),
    searchTerm,
    cursor,
    limit: pageSize,
  })
  const found = await context.db
    .select({ id: note.id, ...listedColumns, createdAt: note.createdAt, position: page.position })
    .from(note)
    .where(and(isActive, rowsFor(context), page.where))
    .orderBy(page.orderBy)
    .limit(page.limit)
  return pageOf(found, pageSize, ({ createdAt, ...row }) => ({ ...row, createdAt: createdAt.toISOString() }))
}

/** Counts the notes that match a filter, up to one more than the cap. */
export async function countNotes(context: NotesContext, { searchTerm, ...filters }: NoteFilter): Promise<number> {
  const some = context.db
    .select({ one: sql`1` })
    .from(note)
    .where(and(isActive, rowsFor(context), matchesFilter(filters), matches(searchTerm, SEARCHABLE)))
    .limit(totalCap + 1)
  return context.db.$count(some.as('some'))
}

/** Returns one note. @throws {AppError} NOT_FOUND */
export async function getNote(context: NotesContext, { id }: { id: string }): Promise<NoteDetail> {
  const [found] = await context.db
    .select({
      id: note.id,
      ...detailColumns,
      createdAt: note.createdAt,
      updatedAt: note.updatedAt,
      createdBy: { id: user.id, name: user.name },
    })
    .from(note)
    .leftJoin(user, eq(user.id, note.createdById))
    .where(and(eq(note.id, id), isActive, isWithinReach(context)))
  if (!found) throw new AppError('NOT_FOUND')
  return { ...found, createdAt: found.createdAt.toISOString(), updatedAt: found.updatedAt.toISOString() }
}

/** Adds a note. @throws {AppError} NO_ROOM, TOO_MANY_TODAY; NOT_FOUND if its owner was deleted */
export function createNote(context: NotesContext, input: NoteFields): Promise<{ id: string }> {
  return inTransaction(context, ownerGone, async (context) => {
    await requireRole(context, 'note:create')
    await takeRoom(context, 'note', roomOf(context))
    const [made] = await context.db
      .insert(note)
      .values({ ...toRow(input), ...ownerOf(context) })
      .returning({
        id: note.id,
        organizationId: note.organizationId,
        ...detailColumns,
      })
    if (!made) throw new AppError('UNKNOWN_ERROR')
    const subject = { id: made.id, name: made.headline }
    await recordAudit(context, {
      action: 'note-created',
      subject,
      after: historyOf(made),
      ownerId: made.organizationId,
    })
    return { id: made.id }
  })
}

/** Changes a note. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY */
export function updateNote(context: NotesContext, { id, ...input }: NoteFields & { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await requireRole(context, 'note:update')
    await consumeDailyChange(context, 'note')
    const before = await lockNote(context, id)
    if (isSame(before, toRow(input))) return
    const [after] = await context.db
      .update(note)
      .set(toRow(input))
      .where(and(eq(note.id, id), isWithinReach(context)))
      .returning(detailColumns)
    if (!after) throw new AppError('NOT_FOUND')
    const subject = { id, name: after.headline }
    await recordAudit(context, {
      action: 'note-updated',
      subject,
      before: historyOf(before),
      after: historyOf(after),
      ownerId: before.organizationId,
    })
  })
}

/** Deletes a note from all lists; it can be restored for a day. @throws {AppError} NOT_FOUND, TOO_MANY_TODAY */
export function deleteNote(context: NotesContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await requireRole(context, 'note:delete')
    await consumeDailyChange(context, 'note')
    const before = await lockNote(context, id)
    await context.db
      .update(note)
      .set({ deletedAt: sql`now()` })
      .where(and(eq(note.id, id), isWithinReach(context)))
    const subject = { id, name: before.headline }
    await recordAudit(context, {
      action: 'note-deleted',
      subject,
      before: historyOf(before),
      ownerId: before.organizationId,
    })
  })
}

/** Undoes a deletion. @throws {AppError} NOT_FOUND, NO_ROOM, TOO_MANY_TODAY */
export function restoreNote(context: NotesContext, { id }: { id: string }): Promise<void> {
  return inTransaction(context, [], async (context) => {
    await requireRole(context, 'note:delete')
    await consumeDailyChange(context, 'note')
    await requireRoom(context, 'note', roomOf(context))
    const [restored] = await context.db
      .update(note)
      .set({ deletedAt: null })
      .where(and(eq(note.id, id), isNotNull(note.deletedAt), isWithinReach(context)))
      .returning({
        headline: note.headline,
        organizationId: note.organizationId,
      })
    if (!restored) throw new AppError('NOT_FOUND')
    await recordAudit(context, {
      action: 'note-restored',
      subject: { id, name: restored.headline },
      ownerId: restored.organizationId,
    })
  })
}

/** Returns the owner's number of notes, which is limited; undefined for shared notes. */
function roomOf(context: NotesContext) {
  const holder = limitOf(context)
  return holder === undefined
    ? undefined
    : { holder, count: () => context.db.$count(note, and(isActive, rowsFor(context))) }
}

/** Returns a note, and locks its row until the transaction ends. */
async function lockNote(context: NotesContext, id: string) {
  const [found] = await context.db
    .select({
      organizationId: note.organizationId,
      ...detailColumns,
    })
    .from(note)
    .where(and(eq(note.id, id), isActive, isWithinReach(context)))
    .for('update')
  if (!found) throw new AppError('NOT_FOUND')
  return found
}
