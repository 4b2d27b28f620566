import type { Settings } from '#env/settings.server.ts'

/**
 * The part of a feature that is loaded before the app, and in scripts that do not load the app: `feature.start.server.ts` in the
 * feature's folder, a line in `src/features.start.server.ts`. It loads the rest of the feature only when it is called.
 */
export interface StartFeature {
  /** The environment variables of the feature. Read their values with `readFeatureSettings`. */
  settings?: Settings
  /**
   * Starts work of the feature in each serving process, before the app is loaded.
   * @param processNumber the number of this process; a process that replaces it has the same number
   * @returns the function that stops the work, called after the last request and job
   */
  start?: (processNumber: string) => Promise<() => Promise<void>>
  /** Starts work that several processes share (WEB_CONCURRENCY), in the parent process, which does not load the app. */
  startInParent?: () => Promise<() => Promise<void>>
}
