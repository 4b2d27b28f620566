import { createServerFn } from '@tanstack/react-start'
import { describeApi, describedOperations } from '#api/description.server.ts'
import { requireLocalMode } from '#auth/guards.ts'
import { environment } from '#env/environment.server.ts'
import { currentRequest } from '#request/request-context.server.ts'
import { referenceOf } from './api-reference.server.ts'

/** Lists the operations of /api/v1, as they are described to programs. */
export const listOperations = createServerFn({ method: 'GET' })
  .middleware([requireLocalMode])
  .handler(() => referenceOf(describeApi(currentRequest().store.get(describedOperations) ?? [], environment().appUrl)))
