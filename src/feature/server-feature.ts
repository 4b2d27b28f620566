import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import type { AccountMoments } from '#auth/moments.server.ts'
import type { BulkKind } from '#bulk/bulk-kind.server.ts'
import type { Task } from '#jobs/define-task.server.ts'
import type { PurgeParts } from '#jobs/purge.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { FormActions } from '#request/form-action.ts'
import type { Handler } from '#request/handler.ts'
import type { Mount } from '#request/mount.ts'

/**
 * The server's part of a feature: `feature.server.ts` in its folder, and a line in `src/features.server.ts`. `src/server.ts` passes
 * it to the modules that use it.
 */
export interface ServerFeature extends PurgeParts, AccountMoments {
  /** Calls under /api/auth that are answered in better-auth's place. */
  authEndpoints?: AuthEndpoint[]
  /** Addresses of files that are sent and taken. */
  fileEndpoints?: FileEndpoint[]
  /** Parts of the addresses that it answers in a way of its own. */
  mounts?: Mount[]
  /** Forms that work without JavaScript, by their `intent`. */
  formActions?: FormActions
  /** Middleware for requests of browsers. `src/http/handle-request.server.ts` defines its position. */
  requestSteps?: Handler[]
  /** The bulk actions, with their undo. */
  bulkKinds?: BulkKind[]
  /** Tasks of the queue, with their schedules. */
  tasks?: Task[]
  /** Starts work that goes on beside the requests while a process serves. Each returns what ends it. */
  background?: (() => () => Promise<void>)[]
}
