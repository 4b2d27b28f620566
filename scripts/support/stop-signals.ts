/** How often to look whether the npm that started this process is still there, in milliseconds. */
const LOOK_EVERY_MS = 500
/** What still hangs after this is cut off, in milliseconds. */
const LONGEST_STOP_MS = 9_500

type Work = (reason: string) => Promise<void>

let work: Work | undefined
let isStopping = false

/** Has SIGTERM and SIGINT do this work, once, before they end the process. It takes the place of earlier work. */
export function whenToldToStop(newWork: Work): void {
  if (work === undefined) listen()
  work = newWork
}

function listen() {
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  // npm hands a signal to the shell it put in between, and that ends without handing it on.
  const starter = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== starter && void stop('npm is gone'), LOOK_EVERY_MS).unref()
}

/** Does the work of a stop signal and ends the process, for a reason of its own. */
export async function stop(reason: string, exitCode = 0): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), LONGEST_STOP_MS).unref()
  await work?.(reason)
  process.exit(exitCode)
}
