import { setTimeout as pause } from 'node:timers/promises'

/** The longest that a test waits for what has to come soon, in milliseconds. */
export const SOON_MS = 3_000

/** Tells what becomes of work: 'done', the code it failed with, or 'nothing' where it is not settled soon. */
export function outcome(work: Promise<unknown>): Promise<string> {
  return Promise.race([
    work.then(
      () => 'done',
      (error: unknown) => String((error as { code?: unknown }).code ?? error),
    ),
    pause(SOON_MS, 'nothing'),
  ])
}
