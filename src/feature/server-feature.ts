import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import type { AccountHooks } from '#auth/account-hooks.server.ts'
import type { BulkKind } from '#bulk/bulk-kind.server.ts'
import type { InAppNoticeStore } from '#queue/in-app-notices.server.ts'
import type { Task } from '#queue/define-task.server.ts'
import type { PurgeParts } from '#queue/purge.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { FormActions } from '#request/form-action.ts'
import type { Handler } from '#request/request-context.server.ts'
import type { Mount } from '#request/mount.ts'

/**
 * The server part of a feature: `feature.server.ts` in the feature's folder, and a line in `src/features.server.ts`.
 * `src/server.ts` passes its fields to the modules that use them.
 */
export interface ServerFeature extends PurgeParts, AccountHooks {
  /** Endpoints under /api/auth that the feature handles instead of better-auth. */
  authEndpoints?: AuthEndpoint[]
  /** Endpoints for downloads and uploads of files. */
  fileEndpoints?: FileEndpoint[]
  /** Path prefixes whose requests the feature handles itself. */
  mounts?: Mount[]
  /** Forms that work without JavaScript, by their `intent`. */
  formActions?: FormActions
  /** Middleware for requests of browsers. `src/http/handle-request.server.ts` defines its position. */
  requestMiddleware?: Handler[]
  /** The bulk actions, with their undo. */
  bulkKinds?: BulkKind[]
  /** Tasks of the queue, with their schedules. */
  tasks?: Task[]
  /** Stores the notices that users find in the app. */
  inAppNotices?: InAppNoticeStore
  /** Functions that start background work of a serving process. Each returns the function that stops the work. */
  background?: (() => () => Promise<void>)[]
}
