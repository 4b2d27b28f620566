import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import * as exports from './history-export.server.ts'
import * as history from './history.server.ts'
import { historyExportInput, historyListInput, historyPersonInput } from './history.schema.ts'

export const listHistory = createServerFn({ method: 'GET' })
  .middleware([requirePermission('audit:read')])
  .validator(validate(historyListInput))
  .handler(({ data, context }) => history.listHistory(context.service, data))

export const getHistoryPerson = createServerFn({ method: 'GET' })
  .middleware([requirePermission('audit:read')])
  .validator(validate(historyPersonInput))
  .handler(({ data, context }) => history.getHistoryPerson(context.service, data))

/**
 * Sends what is filtered as a file. Reading, but POST: it is written down, and no page of another site shall set it off.
 * @public the form of the page calls it by its path, without a script
 */
export const exportHistory = createServerFn({ method: 'POST' })
  .middleware([requirePermission('audit:read')])
  .validator(validate(historyExportInput))
  .handler(({ data, context }) => exports.exportHistory(context.service, data))
