import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import { viewRenameInput } from './saved-views.schema.ts'
import * as savedViews from './saved-views.server.ts'
import { newViewInput, viewListInput } from './view-lists.server.ts'

export const listViews = createServerFn({ method: 'GET' })
  .middleware([requirePermission('account:read')])
  .validator(validate(viewListInput))
  .handler(({ data, context }) => savedViews.listViews(context.service, data))

export const saveView = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(newViewInput))
  .handler(({ data, context }) => savedViews.saveView(context.service, data))

export const renameView = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(viewRenameInput))
  .handler(({ data, context }) => savedViews.renameView(context.service, data))

export const deleteView = createServerFn({ method: 'POST' })
  .middleware([requirePermission('account:update')])
  .validator(validate(idInput))
  .handler(({ data, context }) => savedViews.deleteView(context.service, data))
