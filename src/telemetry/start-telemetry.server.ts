import { build } from '#env/build.server.ts'
import { environment } from '#env/environment.server.ts'
import { recordWith } from './recorder.server.ts'

export interface TelemetryOptions {
  version: string
  /** Which of the processes of one server: 1, 2, … */
  process: string
  otlpEndpoint: string | undefined
  tracedShare: number
}

/** The telemetry of this process. */
export interface Telemetry {
  /** The metrics as Prometheus reads them. */
  exposition: () => Promise<string>
  /** Sends what is not sent yet. */
  stop: () => Promise<void>
}

/**
 * Starts recording when the settings ask for it; without them nothing is loaded. To be called before the database is
 * connected and the app is loaded.
 */
export async function startTelemetry(processNumber: string): Promise<Telemetry | undefined> {
  const { metricsPort, otlpEndpoint, tracedShare } = environment()
  if (metricsPort === undefined && otlpEndpoint === undefined) return undefined
  const { startOpenTelemetry } = await import('./open-telemetry.server.ts')
  const { version } = build
  const telemetry = startOpenTelemetry({ version, process: processNumber, otlpEndpoint, tracedShare })
  recordWith(telemetry.recorder)
  return telemetry
}
