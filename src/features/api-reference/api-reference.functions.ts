import { createServerFn } from '@tanstack/react-start'
import { describeApi } from '#api/description.server.ts'
import { requireLocalMode } from '#auth/guards.ts'
import { environment } from '#env/environment.server.ts'
import { apiOperations } from '#slots/api.server.ts'
import { toReferenceOperations } from './api-reference.server.ts'

/** Lists the operations of /api/v1 from the OpenAPI description. */
export const listOperations = createServerFn({ method: 'GET' })
  .middleware([requireLocalMode])
  .handler(() => toReferenceOperations(describeApi(apiOperations, environment().appUrl)))
