import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission, serve } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { validator } from '#lib/validator.ts'
import { newNoteInput, noteFilter, noteIdInput, noteListInput, noteUpdateInput } from './notes.schema.ts'
import * as notes from './notes.server.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requireScopedPermission('note:read')])
const deleting = createServerFn({ method: 'POST' }).middleware([requireScopedPermission('note:delete')])

export const listNotes = reading()
  .validator(validator(noteListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => notes.listNotes(service, data)),
  )

export const getNoteCount = reading()
  .validator(validator(noteFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => notes.countNotes(service, data)),
  )

export const getNote = reading().validator(validator(noteIdInput)).handler(serve(notes.getNote))

export const createNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:create')])
  .validator(validator(newNoteInput))
  .handler(serve(notes.createNote))

export const updateNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:update')])
  .validator(validator(noteUpdateInput))
  .handler(serve(notes.updateNote))

export const deleteNote = deleting().validator(validator(noteIdInput)).handler(serve(notes.deleteNote))

export const restoreNote = deleting().validator(validator(noteIdInput)).handler(serve(notes.restoreNote))
