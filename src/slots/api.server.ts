import type { ApiEvent, ApiOperation } from '#api/operation.ts'
import { historyOperations } from '#features/history/history.api.server.ts'
import { repositoryOperations } from '#features/repositories/repositories.api.server.ts'
import { userOperations } from '#features/users/users.api.server.ts'
import { webhookEvents } from '#features/webhooks/webhooks.api.server.ts'

/** The operations that features let programs ask for under /api/v1. */
export const apiOperations: ApiOperation[] = [
  // One entry per line, because removing a feature removes its line.
  ...userOperations,
  ...repositoryOperations,
  ...historyOperations,
]

/** The messages that features send to programs. */
export const apiEvents: ApiEvent[] = [
  // One entry per line, because removing a feature removes its line.
  ...webhookEvents,
]
