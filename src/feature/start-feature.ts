import type { Settings } from '#env/settings.server.ts'

/**
 * The part of a feature that is there before the app is loaded, and in scripts that load none of it: `feature.start.server.ts` in its
 * folder, a line in `src/features.start.server.ts`. It loads the rest of its feature when it is called, and not before.
 */
export interface StartFeature {
  /** Its variables. `settingsOf` reads them. */
  settings?: Settings
  /**
   * Starts what runs beside the app, in each process that serves, before the app is loaded.
   * @param processNumber which of several: its successor has the same
   * @returns what ends it, after the last request and job
   */
  start?: (processNumber: string) => Promise<() => Promise<void>>
  /** Starts what is one for several processes (WEB_CONCURRENCY), in the one that starts them and loads no app. */
  startInParent?: () => Promise<() => Promise<void>>
}
