import type { ApiOperation } from '#api/operation.ts'
import { apiKeyOperations } from '#features/api-keys/api-keys.api.server.ts'
import { historyOperations } from '#features/history/history.api.server.ts'
import { importOperations } from '#features/imports/imports.api.server.ts'
import { jobOperations } from '#features/jobs/jobs.api.server.ts'
import { organizationOperations } from '#features/organizations/organizations.api.server.ts'
import { passkeyOperations } from '#features/passkeys/passkeys.api.server.ts'
import { repositoryJobs, repositoryOperations } from '#features/repositories/repositories.api.server.ts'
import { sessionOperations } from '#features/users/user-sessions.api.server.ts'
import { savedViewOperations } from '#features/saved-views/saved-views.api.server.ts'
import { invitationOperations } from '#features/users/invitations.api.server.ts'
import { userJobs, userOperations } from '#features/users/users.api.server.ts'
import { webhookOperations } from '#features/webhooks/webhook-operations.api.server.ts'
import { webhookMessages } from '#features/webhooks/webhooks.api.server.ts'

/** The operations that features add to the API for programs under /api/v1. */
export const apiOperations: ApiOperation[] = [
  // One entry per line, because removing a feature removes its line.
  ...userOperations,
  ...sessionOperations,
  ...invitationOperations,
  ...passkeyOperations,
  ...repositoryOperations,
  ...organizationOperations,
  ...jobOperations([...userJobs, ...repositoryJobs]),
  ...importOperations,
  ...historyOperations,
  ...webhookOperations,
  ...savedViewOperations,
  ...apiKeyOperations,
]

/** Parts that features add to the OpenAPI description, by their names in OpenAPI. */
export const apiParts: Record<string, unknown> = {
  // One entry per line, because removing a feature removes its line.
  ...webhookMessages,
}
