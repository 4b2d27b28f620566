import type { ApiOperation } from '#api/operation.ts'
import type { AuthEndpoint } from '#auth/auth-endpoint.ts'
import type { AccountMoments } from '#auth/moments.server.ts'
import type { BulkKind } from '#bulk/bulk-kind.server.ts'
import type { ImportKind } from '#bulk/import-kind.server.ts'
import type { Task } from '#jobs/define-task.server.ts'
import type { PurgeParts } from '#jobs/purge.server.ts'
import type { FileEndpoint } from '#request/file-endpoint.ts'
import type { FormActions } from '#request/form-action.ts'
import type { Handler } from '#request/handler.ts'

/**
 * The server's half of a feature: `feature.server.ts` in its folder, a line in `src/features.server.ts`. What a feature brings
 * is handed to the rooms by `src/server.ts`.
 */
export interface ServerFeature extends PurgeParts, AccountMoments {
  /** Calls under /api/auth that are answered in better-auth's place. */
  authEndpoints?: AuthEndpoint[]
  /** Addresses of files that are sent and taken. */
  fileEndpoints?: FileEndpoint[]
  /** What programs may ask for under /api/v1. */
  apiOperations?: ApiOperation[]
  /** Forms that work without JavaScript, by their `intent`. */
  formActions?: FormActions
  /** Steps on the way of what browsers ask for, around all that answers it: `src/http/handle-request.server.ts` has their place. */
  requestSteps?: Handler[]
  /** What can be done to many rows, and undone. */
  bulkKinds?: BulkKind[]
  /** What can be made from the rows of a file. */
  importKinds?: ImportKind<never>[]
  /** Work of the queue, with what the clock queues. */
  tasks?: Task[]
  /** Starts work that goes on beside the requests while a process serves. Each returns what ends it. */
  background?: (() => () => Promise<void>)[]
}
