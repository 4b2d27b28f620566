import { hostVariable, portVariable, textVariable } from '#env/fields.server.ts'
import { isUrlOf } from '#env/formats.server.ts'
import type { Settings } from '#env/settings.server.ts'
import type { StartFeature } from '#feature/start-feature.ts'

/** The settings of telemetry, and the code that starts before the app is loaded, so that no error or metric is missed. */
export const telemetry = {
  settings: {
    variables: {
      METRICS_PORT: portVariable().optional(),
      METRICS_HOST: hostVariable(),
      OTEL_EXPORTER_OTLP_ENDPOINT: textVariable(
        (url) => isUrlOf(['http', 'https'], url),
        'must be an http(s) URL, like http://localhost:4318',
      ).optional(),
      OTEL_TRACES_SAMPLER_ARG: textVariable(
        (share) => /^(0|1|0?\.\d+|[01]\.0+)$/.test(share),
        'must be the share of requests that are traced, 0 to 1',
      )
        .transform(Number)
        .default(1),
      SENTRY_DSN: textVariable(isDsn, 'must be a DSN, like https://key@errors.example.com/1').optional(),
    },
    contradictions: ({ PORT = '3000', METRICS_PORT }) =>
      METRICS_PORT === PORT ? ['METRICS_PORT must differ from PORT, because visitors must not see metrics'] : [],
    destinations: ({ METRICS_PORT, METRICS_HOST = '127.0.0.1' }) =>
      METRICS_PORT === undefined ? [] : [{ variable: 'METRICS_PORT', port: Number(METRICS_PORT), host: METRICS_HOST }],
  } satisfies Settings,
  start: async (processNumber) => {
    const { startTelemetry } = await import('./start-telemetry.server.ts')
    return startTelemetry(processNumber)
  },
  // Import only the metrics port here, because the parent process itself measures nothing: it collects its children's metrics.
  startInParent: async () => {
    const { metricsOfAllProcesses, openMetricsPort } = await import('./metrics-port.server.ts')
    return openMetricsPort(metricsOfAllProcesses)
  },
} satisfies StartFeature

/** Whether a text is the DSN of an error tracker: `https://key@host/project`. */
function isDsn(dsn: string): boolean {
  const url = URL.parse(dsn)
  return /^https?:$/.test(url?.protocol ?? '') && url?.username !== '' && /\/\w+$/.test(url?.pathname ?? '')
}
