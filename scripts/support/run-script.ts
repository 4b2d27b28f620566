import type { DatabaseSettings } from '#env/environment.server.ts'
import { leaveLocalMode, prepareDatabase } from './local-mode.ts'
import { describeFailure } from './plain-failure.ts'

/** Runs a script until it is stopped. If it fails, prints the reason, stops local mode and exits with code 1. */
export async function runScript(script: () => Promise<void>): Promise<void> {
  // The process that reads the output might have ended. The script must continue nevertheless.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // The server redirects `console` to the log, without the text. Keep the original function to print why a start failed.
  const say = console.error.bind(console)
  try {
    await script()
  } catch (error) {
    say(describeFailure(error))
    await leaveLocalMode()
    process.exit(1)
  }
}

/** Runs a script that does one database task and exits. The script needs only the database settings. */
export function runDatabaseTask(task: (settings: DatabaseSettings) => Promise<void>): Promise<void> {
  return runScript(async () => {
    await task(await prepareDatabase())
    await leaveLocalMode()
  })
}
