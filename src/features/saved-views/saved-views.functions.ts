import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import { viewRenameInput } from './saved-views.schema.ts'
import * as savedViews from './saved-views.server.ts'
import { newViewInput, viewListInput } from './view-lists.server.ts'

const changing = createServerFn({ method: 'POST' }).middleware([requirePermission('account:update')])

export const listViews = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validator(viewListInput))
  .handler(serve(savedViews.listViews))

export const saveView = changing().validator(validator(newViewInput)).handler(serve(savedViews.saveView))

export const renameView = changing().validator(validator(viewRenameInput)).handler(serve(savedViews.renameView))

export const deleteView = changing().validator(validator(idInput)).handler(serve(savedViews.deleteView))
