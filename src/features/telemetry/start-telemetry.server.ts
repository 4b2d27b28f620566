import cluster from 'node:cluster'
import { readFeatureSettings } from '#env/environment.server.ts'
import { telemetry } from './feature.start.server.ts'
import { answerMetricsRequests, openMetricsPort } from './metrics-port.server.ts'
import { startReportingErrors } from './report-errors.server.ts'

/**
 * Starts the configured telemetry: metrics, traces and error reports. Loads OpenTelemetry only for metrics or traces.
 * @param processNumber the number of the process within one server
 * @returns a function that sends all pending data and closes the metrics port
 * @throws if the metrics port is not available
 */
export async function startTelemetry(processNumber: string): Promise<() => Promise<void>> {
  const settings = readFeatureSettings(telemetry.settings)
  const stopReporting = settings.SENTRY_DSN === undefined ? undefined : startReportingErrors(settings.SENTRY_DSN)
  const stopMeasuring = await startMetricsAndTraces(processNumber)
  return async () => {
    await Promise.all([stopReporting?.(), stopMeasuring?.()])
  }
}

async function startMetricsAndTraces(processNumber: string) {
  const settings = readFeatureSettings(telemetry.settings)
  const isSent = settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined
  if (settings.METRICS_PORT === undefined && !isSent) return undefined
  const { startOpenTelemetry } = await import('./open-telemetry.server.ts')
  const { exposition, stop } = startOpenTelemetry({
    process: processNumber,
    isSent,
    tracedShare: settings.OTEL_TRACES_SAMPLER_ARG,
  })
  if (cluster.isWorker) {
    answerMetricsRequests(exposition)
    return stop
  }
  const closePort = await openMetricsPort(exposition)
  return async () => {
    await closePort()
    await stop()
  }
}
