import type { Task } from '#jobs/define-task.server.ts'
import type { PurgeParts } from '#jobs/purge.server.ts'
import type { FormActions } from '#request/form-action.ts'

/** The server's half of a feature: `feature.server.ts` in its folder, a line in `src/features.server.ts`. */
export interface ServerFeature extends PurgeParts {
  /** Forms that work without JavaScript, by their `intent`. */
  formActions?: FormActions
  /** Work of the queue, with what the clock queues. */
  tasks?: Task[]
}
