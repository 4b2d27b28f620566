import type { FormActions } from '#request/form-action.ts'

/** The server's half of a feature: `feature.server.ts` in its folder, a line in `src/features.server.ts`. */
export interface ServerFeature {
  /** Forms that work without JavaScript, by their `intent`. */
  formActions?: FormActions
}
