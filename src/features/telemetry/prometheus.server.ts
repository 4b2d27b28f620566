import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { MetricReader, type MetricData, type ResourceMetrics } from '@opentelemetry/sdk-metrics'

/** The suffixes of Prometheus's metric names, by unit. */
const SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes' }

/** Collects the current metrics when `exposition` is called, and serializes them in Prometheus's format. */
export class PrometheusReader extends MetricReader {
  readonly #serializer = new PrometheusSerializer(undefined, false, /^process$/, true, true)

  async exposition(): Promise<string> {
    const { resourceMetrics } = await this.collect()
    return this.#serializer.serialize(withUnits(resourceMetrics))
  }

  protected override onForceFlush(): Promise<void> {
    return Promise.resolve()
  }

  protected override onShutdown(): Promise<void> {
    return Promise.resolve()
  }
}

function withUnits({ resource, scopeMetrics }: ResourceMetrics): ResourceMetrics {
  const renamed = scopeMetrics.map(({ scope, metrics }) => ({ scope, metrics: metrics.map(withUnit) }))
  return { resource, scopeMetrics: renamed }
}

function withUnit(metric: MetricData): MetricData {
  const { descriptor } = metric
  const name = `${descriptor.name}${SUFFIXES[descriptor.unit] ?? ''}`
  return { ...metric, descriptor: { ...descriptor, name, unit: '' } }
}
