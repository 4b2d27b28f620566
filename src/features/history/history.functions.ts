import { createServerFn } from '@tanstack/react-start'
import { requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as history from './history.server.ts'
import { historyListInput, historyUsersInput } from './history.schema.ts'

const reading = createServerFn({ method: 'GET' }).middleware([requirePermission('audit:read')])

export const listHistory = reading()
  .validator(validate(historyListInput))
  .handler(({ data, context }) => history.listHistory(context.service, { ...data, isFolded: true }))

export const getHistoryPerson = reading().validator(validate(idInput)).handler(serve(history.getHistoryPerson))

export const findHistoryPeople = reading()
  .validator(validate(historyUsersInput))
  .handler(serve(history.findHistoryPeople))
