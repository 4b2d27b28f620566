import { findDestinations } from '#env/environment.server.ts'
import { startFeatures } from '#features.start.server.ts'
import { listenFailure } from './listen-failure.ts'

/** The variable in which a process of several is told which of them it is: its successor has the same number. */
export const PROCESS_NUMBER = 'LATCHKEY_PROCESS'

/**
 * Starts what features run beside the app in a process that serves.
 * @returns what ends it
 * @throws {PlainFailure} when a port is not to be had
 */
export async function startBeside(): Promise<() => Promise<void>> {
  const processNumber = process.env[PROCESS_NUMBER] ?? '1'
  return endOf(startFeatures.flatMap(({ start }) => start?.(processNumber) ?? []))
}

/** Starts what is one for several processes, as `startBeside` does. */
export async function startInParent(): Promise<() => Promise<void>> {
  return endOf(startFeatures.flatMap((feature) => feature.startInParent?.() ?? []))
}

async function endOf(starts: Promise<() => Promise<void>>[]): Promise<() => Promise<void>> {
  try {
    const ends = await Promise.all(starts)
    return async () => {
      await Promise.all(ends.map((end) => end()))
    }
  } catch (error) {
    throw inPlainWords(error)
  }
}

/** A failure to listen, as a sentence that names the variable. */
function inPlainWords(error: unknown): unknown {
  const { port, hostname } = error as { port?: number; hostname?: string }
  const place = findDestinations(process.env)
    .filter((found) => 'port' in found)
    .find((found) => found.port === port || found.host === hostname)
  return place ? listenFailure(error, place.host, place.port, place.variable) : error
}
