import { once } from 'node:events'
import type { App } from './app.ts'

/** Settings for `startApp`, so that the server tells what its main thread has worked. */
export const TELLS_WORK = { NODE_OPTIONS: `--import ${new URL('./tell-work.mjs', import.meta.url).href}` }

/** Processor time that a server's main thread has taken since it started, in milliseconds: whatever else the machine does. */
export async function mainThreadMs({ process: child }: App): Promise<number> {
  const told = once(child, 'message') as Promise<[number]>
  child.send('work')
  return (await told)[0]
}
