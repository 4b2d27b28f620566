import { and, eq } from 'drizzle-orm'
import * as z from 'zod/mini'
import { listResponseSchema, pageParameters, toListResponse } from '#api/list.ts'
import { bodySchemas, nullableText, responseSchemas, VISIBLE_TEXT } from '#api/named-schemas.ts'
import { operation, type ApiContext, type ApiOperation } from '#api/operation.ts'
import { note } from '#db/schema.ts'
import { ownerScopeForAdministrator } from '#db/scope.ts'
import { optionalExcept, valueShapeOf } from '#lib/form-fields.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { inTransaction } from '#service/service-context.server.ts'
import { STATUSES } from './notes.choices.ts'
import { notesConfig } from './notes.config.ts'
import { noteFields, type NoteDetail, type NoteFields, type NoteRow } from './notes.fields.ts'
import { SORTS } from './notes.schema.ts'
import { isWithinReach } from './notes.scope.server.ts'
import { createNote, deleteNote, getNote, listNotes, updateNote } from './notes.server.ts'

const row = {
  id: z.guid(),
  headline: z.string(),
  status: z.enum(STATUSES),
  createdAt: z.iso.datetime(),
}
const rowResponse: z.ZodMiniType<unknown, NoteRow> = z.object(row).register(responseSchemas, { id: 'NoteRow' })
const response: z.ZodMiniType<unknown, NoteDetail> = z
  .object({
    ...row,
    body: z.nullable(z.string()),
    updatedAt: z.iso.datetime(),
    createdBy: z.nullable(z.object({ id: z.guid(), name: z.string() })),
  })
  .register(responseSchemas, { id: 'Note' })

const { shape } = noteFields
z.globalRegistry.add(shape.headline, { description: VISIBLE_TEXT })
const values = { ...valueShapeOf(shape), body: nullableText(shape.body) }
const newNote = z
  .strictObject({
    ...optionalExcept(values, ['headline', 'status']),
    body: z._default(values.body, ''),
    organizationId: z.optional(z.nullable(z.guid())),
  })
  .register(bodySchemas, { id: 'NewNote' })
const changes = z.partial(z.strictObject(values)).register(bodySchemas, { id: 'NoteChanges' })

/** The API operations on notes, with the same rules as the pages. */
export const noteOperations: ApiOperation[] = [
  operation('GET /notes', 'note:read', {
    id: 'listNotes',
    summary: 'List notes',
    description:
      'Without `organizationId`, lists the shared notes; with it, those of the organization. Empty filters match all notes.',
    query: z.strictObject({
      searchTerm: z._default(z.string(), ''),
      status: z._default(z.enum(['', ...STATUSES]), ''),
      organizationId: z.optional(z.guid()),
      sort: z._default(z.enum(SORTS), 'newest'),
      ...pageParameters,
    }),
    response: listResponseSchema('NoteList', rowResponse),
    handle: async (context, { query: { after = null, organizationId, ...query } }) =>
      toListResponse(
        await runSearch(contextOf(context, organizationId), query.searchTerm, (context) =>
          listNotes(context, { ...query, cursor: after }),
        ),
      ),
  }),
  operation('POST /notes', 'note:create', {
    id: 'createNote',
    summary: 'Add a note',
    description: 'With `organizationId`, the note belongs to the organization. Otherwise, it is shared.',
    body: newNote,
    response,
    status: 201,
    problems: ['NOT_FOUND', 'TOO_MANY_TODAY', 'NO_ROOM'],
    handle: async (context, { body: { organizationId, ...fields } }) => {
      const scoped = contextOf(context, organizationId)
      return getNote(scoped, await createNote(scoped, fields))
    },
  }),
  operation('GET /notes/{id}', 'note:read', {
    id: 'getNote',
    summary: 'Get a note',
    description: 'Includes all fields.',
    response,
    handle: (context, input) => getNote(contextOf(context), input),
  }),
  operation('PATCH /notes/{id}', 'note:update', {
    id: 'updateNote',
    summary: 'Update a note',
    description: 'Omitted fields are left unchanged.',
    body: changes,
    response,
    problems: ['TOO_MANY_TODAY'],
    handle: (context, { id, body }) =>
      changeLocked(context, id, async (context, row) => {
        await updateNote(context, { ...toFields(row), ...body, id })
        return getNote(context, { id })
      }),
  }),
  operation('DELETE /notes/{id}', 'note:delete', {
    id: 'deleteNote',
    summary: 'Delete a note',
    description: `Removes it from all lists. It is permanently deleted after ${notesConfig.undoDays * 24} hours.`,
    status: 204,
    problems: ['TOO_MANY_TODAY'],
    handle: (context, { id }) => changeLocked(context, id, (context) => deleteNote(context, { id })),
  }),
]

/** Returns a context in which lists have an organization's notes (without an ID, shared ones), and each is found by its ID. */
function contextOf(context: ApiContext, organizationId?: string | null) {
  return { ...context, scope: ownerScopeForAdministrator(organizationId ?? '') }
}

/** Locks and changes a note, if it is still in the version that the caller has read (`If-Match`). */
function changeLocked<T>(
  context: ApiContext,
  id: string,
  change: (context: ReturnType<typeof contextOf>, row: NoteDetail) => Promise<T>,
): Promise<T> {
  return inTransaction(contextOf(context), [], async (context) => {
    await context.db
      .select({ id: note.id })
      .from(note)
      .where(and(eq(note.id, id), isWithinReach(context)))
      .for('update')
    const row = await getNote(context, { id })
    context.requireMatch(response, row)
    return change(context, row)
  })
}

/** Returns the fields of a note in the format of the form. */
function toFields(row: NoteDetail): NoteFields {
  return {
    headline: row.headline,
    status: row.status,
    body: row.body ?? '',
  }
}
