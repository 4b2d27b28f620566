import { createServerFn } from '@tanstack/react-start'
import { refuseBeyondDemo, requirePermission } from '#auth/guards.ts'
import { validate } from '#lib/validate.ts'
import { apiKeyIdInput, apiKeyInput, apiKeyOfPersonInput, ownerIdInput } from './api-keys.schema.ts'
import * as apiKeys from './api-keys.server.ts'

export const listApiKeys = createServerFn({ method: 'GET' })
  .middleware([requirePermission('api-key:manage')])
  .handler(({ context }) => apiKeys.listApiKeys(context.service, context.service.session.viewer))

export const createApiKey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage'), refuseBeyondDemo])
  .validator(validate(apiKeyInput))
  .handler(({ data, context }) => apiKeys.createApiKey(context.service, data))

export const revokeApiKey = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage')])
  .validator(validate(apiKeyIdInput))
  .handler(({ data, context }) => apiKeys.revokeApiKey(context.service, data))

export const listApiKeysOf = createServerFn({ method: 'GET' })
  .middleware([requirePermission('api-key:manage')])
  .validator(validate(ownerIdInput))
  .handler(({ data, context }) => apiKeys.listApiKeys(context.service, data))

export const revokeApiKeyOf = createServerFn({ method: 'POST' })
  .middleware([requirePermission('api-key:manage')])
  .validator(validate(apiKeyOfPersonInput))
  .handler(({ data, context }) => apiKeys.revokeApiKeyOf(context.service, data))
