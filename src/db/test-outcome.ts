import { setTimeout as pause } from 'node:timers/promises'

/** The maximum time that a test waits for something that must happen soon, in milliseconds. */
export const SOON_MS = 3_000

/** Returns the outcome of work: 'done', the code of its error, or 'nothing' if it does not settle soon. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => String((error as { code?: unknown }).code ?? error),
    ),
    pause(SOON_MS, 'nothing'),
  ])
}
