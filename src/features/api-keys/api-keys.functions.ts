import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, requirePermission, serve } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validator } from '#lib/validator.ts'
import { listCalls } from './api-calls.server.ts'
import { apiKeyInput, apiKeyOfUserInput } from './api-keys.schema.ts'
import * as apiKeys from './api-keys.server.ts'
import { listApiKeys as listKeys } from './user-api-keys.server.ts'

const managing = createServerFn({ method: 'POST' }).middleware([requirePermission('api-key:manage')])

export const listApiKeys = createServerFn({ method: 'GET' })
  .middleware([requirePermission('api-key:manage')])
  .handler(({ context }) => listKeys(context.service, context.service.session.viewer))

export const listApiCalls = createServerFn({ method: 'GET' })
  .middleware([requirePermission('api-key:manage')])
  .validator(validator(idInput))
  .handler(serve(listCalls))

export const createApiKey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage'), refuseInDemo])
  .validator(validator(apiKeyInput))
  .handler(serve(apiKeys.createApiKey))

export const revokeApiKey = managing().validator(validator(idInput)).handler(serve(apiKeys.revokeApiKey))

export const revokeApiKeyOf = managing().validator(validator(apiKeyOfUserInput)).handler(serve(apiKeys.revokeApiKeyOf))
