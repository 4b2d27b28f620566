/** Interval of the check that the npm that started this process still runs, in milliseconds. */
const LOOK_EVERY_MS = 500
/** Maximum duration of the stop work before the process exits anyway, in milliseconds. */
const MAX_STOP_MS = 9_500

type Work = (reason: string) => Promise<void>

let work: Work | undefined
let isStopping = false

/** Sets the work that SIGTERM and SIGINT run once before they end the process. Replaces earlier work. */
export function whenToldToStop(newWork: Work): void {
  if (work === undefined) listen()
  work = newWork
}

function listen() {
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  // npm sends the signal to a shell in between, which exits without forwarding it.
  const starter = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== starter && void stop('npm is gone'), LOOK_EVERY_MS).unref()
}

/** Runs the work of a stop signal and exits the process without a signal. @param reason passed to the work */
export async function stop(reason: string, exitCode = 0): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
  await work?.(reason)
  process.exit(exitCode)
}
