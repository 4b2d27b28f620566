import type { DatabaseSettings } from '#env/environment.server.ts'
import { leaveLocalMode, prepareDatabase } from './local-mode.ts'
import { plainWords } from './plain-failure.ts'

/** Runs a script until it is stopped. If it fails, prints the reason, stops local mode and exits with code 1. */
export async function runScript(script: () => Promise<void>): Promise<void> {
  // The reader of the output might be gone. The script must continue without it.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
  // The server redirects `console` to the log without the text, so keep the original for a failed start.
  const say = console.error.bind(console)
  try {
    await script()
  } catch (error) {
    say(plainWords(error))
    await leaveLocalMode()
    process.exit(1)
  }
}

/** Runs a script that does one database task and exits. It needs only the database settings. */
export function runTask(task: (settings: DatabaseSettings) => Promise<void>): Promise<void> {
  return runScript(async () => {
    await task(await prepareDatabase())
    await leaveLocalMode()
  })
}
