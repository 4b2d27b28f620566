import { createServerFn } from '@tanstack/react-start'
import { requireScopedPermission } from '#auth/guards.ts'
import { runSearch } from '#service/limit-searches.server.ts'
import { validate } from '#lib/validate.ts'
import { newNoteInput, noteFilter, noteIdInput, noteListInput, noteUpdateInput } from './notes.schema.ts'
import * as notes from './notes.server.ts'

export const listNotes = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('note:read')])
  .validator(validate(noteListInput))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => notes.listNotes(service, data)),
  )

export const getNoteCount = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('note:read')])
  .validator(validate(noteFilter))
  .handler(({ data, context }) =>
    runSearch(context.service, data.searchTerm, (service) => notes.countNotes(service, data)),
  )

export const getNote = createServerFn({ method: 'GET' })
  .middleware([requireScopedPermission('note:read')])
  .validator(validate(noteIdInput))
  .handler(({ data, context }) => notes.getNote(context.service, data))

export const createNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:create')])
  .validator(validate(newNoteInput))
  .handler(({ data, context }) => notes.createNote(context.service, data))

export const updateNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:update')])
  .validator(validate(noteUpdateInput))
  .handler(({ data, context }) => notes.updateNote(context.service, data))

export const deleteNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:delete')])
  .validator(validate(noteIdInput))
  .handler(({ data, context }) => notes.deleteNote(context.service, data))

export const restoreNote = createServerFn({ method: 'POST' })
  .middleware([requireScopedPermission('note:delete')])
  .validator(validate(noteIdInput))
  .handler(({ data, context }) => notes.restoreNote(context.service, data))
