import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission, serve } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { validate } from '#lib/validate.ts'
import { newNoteInput, noteFilter, noteIdInput, noteListInput, noteUpdateInput } from './notes.schema.ts'
import * as notes from './notes.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requireScopedPermission('note:read')])
const deleting = createServerFn({ method: 'POST' }).middleware([requireScopedPermission('note:delete')])

export const listNotes = reading()
  .validator(validate(noteListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => notes.listNotes(service, data)),
  )

export const getNoteCount = reading()
  .validator(validate(noteFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => notes.countNotes(service, data)),
  )

export const getNote = reading().validator(validate(noteIdInput)).handler(serve(notes.getNote))

export const createNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:create')])
  .validator(validate(newNoteInput))
  .handler(serve(notes.createNote))

export const updateNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:update')])
  .validator(validate(noteUpdateInput))
  .handler(serve(notes.updateNote))

export const deleteNote = deleting().validator(validate(noteIdInput)).handler(serve(notes.deleteNote))

export const restoreNote = deleting().validator(validate(noteIdInput)).handler(serve(notes.restoreNote))
