import { once } from 'node:events'
import type { App } from './app.ts'

/** Settings for `startApp` with which the server reports the processor time of its main thread. */
export const REPORTS_PROCESSOR_TIME = { NODE_OPTIONS: `--import ${new URL('./tell-work.mjs', import.meta.url).href}` }

/** Returns the processor time of a server's main thread since its start, in milliseconds. Other load doesn't count. */
export async function mainThreadMs({ process: child }: App): Promise<number> {
  const told = once(child, 'message') as Promise<[number]>
  child.send('work')
  return (await told)[0]
}
