import { setTimeout as pause } from 'node:timers/promises'

/** Throws an error after a delay in milliseconds, for `Promise.race` with work that must not take longer. */
export async function rejectAfter(delayMs: number, message: string): Promise<never> {
  await pause(delayMs, undefined, { ref: false })
  throw new Error(message)
}
