import { findDestinations } from '#env/environment.server.ts'
import { startFeatures } from '#features.start.server.ts'
import { toListenError } from './listen-failure.ts'

/** Environment variable with the number of a worker process. A process that replaces the worker gets the same number. */
export const PROCESS_NUMBER = 'LATCHKEY_PROCESS'

/**
 * Starts the background services of features in a process that serves.
 * @returns a function that stops them
 * @throws {PlainFailure} if a port is not available
 */
export async function startFeaturesInServer(): Promise<() => Promise<void>> {
  const processNumber = process.env[PROCESS_NUMBER] ?? '1'
  return stopAll(startFeatures.flatMap(({ start }) => start?.(processNumber) ?? []))
}

/** Starts the background services that worker processes share, in their primary process. Otherwise like `startFeaturesInServer`. */
export async function startFeaturesInParent(): Promise<() => Promise<void>> {
  return stopAll(startFeatures.flatMap((feature) => feature.startInParent?.() ?? []))
}

async function stopAll(starts: Promise<() => Promise<void>>[]): Promise<() => Promise<void>> {
  try {
    const ends = await Promise.all(starts)
    return async () => {
      await Promise.all(ends.map((end) => end()))
    }
  } catch (error) {
    throw withVariableName(error)
  }
}

/** Converts a failure to listen to an error that names the environment variable. Returns other errors unchanged. */
function withVariableName(error: unknown): unknown {
  const { port, hostname } = error as { port?: number; hostname?: string }
  const place = findDestinations(process.env)
    .filter((found) => 'port' in found)
    .find((found) => found.port === port || found.host === hostname)
  return place ? toListenError(error, place.host, place.port, place.variable) : error
}
