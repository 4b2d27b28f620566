import { createServerFn } from '@tanstack/react-start'
import { refuseInDemo, requirePermission } from '#auth/guards.ts'
import { idInput } from '#lib/id-field.ts'
import { validate } from '#lib/validate.ts'
import { apiKeyInput, apiKeyOfPersonInput } from './api-keys.schema.ts'
import * as apiKeys from './api-keys.server.ts'
import { listApiKeys as listKeys } from './user-api-keys.server.ts'

export const listApiKeys = createServerFn({ method: 'GET' })
  .middleware([requirePermission('api-key:manage')])
  .handler(({ context }) => listKeys(context.service, context.service.session.viewer))

export const createApiKey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage'), refuseInDemo])
  .validator(validate(apiKeyInput))
  .handler(({ data, context }) => apiKeys.createApiKey(context.service, data))

export const revokeApiKey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage')])
  .validator(validate(idInput))
  .handler(({ data, context }) => apiKeys.revokeApiKey(context.service, data))

export const revokeApiKeyOf = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage')])
  .validator(validate(apiKeyOfPersonInput))
  .handler(({ data, context }) => apiKeys.revokeApiKeyOf(context.service, data))
