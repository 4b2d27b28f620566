/** Interval in milliseconds at which this process checks whether the npm process that started it is still running. */
const CHECK_INTERVAL_MS = 500
/** Maximum duration in milliseconds of the work after a stop signal; then the process exits anyway. */
const MAX_STOP_MS = 9_500

type StopWork = (reason: string) => Promise<void>

let work: StopWork | undefined
let isStopping = false

/** Sets the function that runs once after SIGTERM or SIGINT, before the process exits. Replaces an earlier function. */
export function onStopSignal(newWork: StopWork): void {
  if (work === undefined) listenToSignals()
  work = newWork
}

function listenToSignals() {
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
  // npm sends the signal to an intermediate shell, which exits without forwarding it. Then the parent process changes.
  const starter = process.ppid
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== starter && void stop('npm is gone'), CHECK_INTERVAL_MS).unref()
}

/** Stops the process as a signal would: runs the set function and exits. @param reason passed to that function */
export async function stop(reason: string, exitCode = 0): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(1), MAX_STOP_MS).unref()
  await work?.(reason)
  process.exit(exitCode)
}
