import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import * as history from './history.server.ts'
import { historyListInput, historyUsersInput } from './history.schema.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('audit:read')])

export const listHistory = reading()
  .validator(validator(historyListInput))
  .handler(({ data, context }) => history.listHistory(context.service, { ...data, isCollapsed: true }))

export const getHistoryPerson = reading().validator(validator(idInput)).handler(serve(history.getHistoryPerson))

export const findHistoryPeople = reading()
  .validator(validator(historyUsersInput))
  .handler(serve(history.findHistoryPeople))
