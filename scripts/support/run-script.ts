import type { DatabaseSettings } from '#env/environment.server.ts'
import { leaveLocalMode, prepareDatabase } from './local-mode.ts'
import { plainWords } from './plain-failure.ts'

/** Runs a script that goes on until it is stopped. When it fails, says why, ends what it started, and exits with 1. */
export async function runScript(script: () => Promise<void>): Promise<void> {
  // Whoever listened may have gone; what is under way matters more than what is said about it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // Serving sends `console` into the log, without what it is told: a failure of the start goes past that.
  const say = console.error.bind(console)
  try {
    await script()
  } catch (error) {
    say(plainWords(error))
    await leaveLocalMode()
    process.exit(1)
  }
}

/** Runs a script that does one thing with the database and ends. It needs no setting but where the database is. */
export function runTask(task: (settings: DatabaseSettings) => Promise<void>): Promise<void> {
  return runScript(async () => {
    await task(await prepareDatabase())
    await leaveLocalMode()
  })
}
