import { createServerFn } from '@tanstack/react-start'
import { requirePermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import * as history from './history.server.ts'
import { historyListInput, historyPeopleInput } from './history.schema.ts'

export const listHistory = createServerFn({ method: 'GET' })
  .middleware([requirePermission('audit:read')])
  .validator(validate(historyListInput))
  .handler(({ data, context }) => history.listHistory(context.service, { ...data, isFolded: true }))

export const getHistoryPerson = createServerFn({ method: 'GET' })
  .middleware([requirePermission('audit:read')])
  .validator(validate(idInput))
  .handler(({ data, context }) => history.getHistoryPerson(context.service, data))

export const findHistoryPeople = createServerFn({ method: 'GET' })
  .middleware([requirePermission('audit:read')])
  .validator(validate(historyPeopleInput))
  .handler(({ data, context }) => history.findHistoryPeople(context.service, data))
