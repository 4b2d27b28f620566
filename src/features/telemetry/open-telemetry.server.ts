import { setTimeout as pause } from 'node:timers/promises'
import { context, createNoopMeter, metrics, ProxyTracerProvider, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import {
  MeterProvider,
  PeriodicExportingMetricReader,
  MetricReader,
  type MetricData,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { PrometheusSerializer } from '@opentelemetry/exporter-prometheus'
import { build } from '#env/build.server.ts'
import { INSTRUMENTATION_SCOPE, observeMetric } from '#instrumentation/measure.server.ts'

/** Timeout for sending pending data when the process stops, in milliseconds. */
const MAX_SENDING_MS = 2_000

interface TelemetryOptions {
  /** The number of the process within one server: 1, 2, … */
  process: string
  /** Whether a collector receives metrics and traces. */
  isSent: boolean
  tracedShare: number
}

/** The telemetry of this process. */
interface Telemetry {
  /** Returns the metrics in Prometheus's format. */
  exposition: () => Promise<string>
  /** Sends all pending data. Gives up after MAX_SENDING_MS, because the exporters would retry an unreachable collector. */
  stop: () => Promise<void>
}

/**
 * Starts OpenTelemetry's SDK: metrics for Prometheus and a collector, spans for a collector. Only the app's own spans are
 * sent, because libraries put error messages into their spans.
 */
export function startOpenTelemetry({ process, isSent, tracedShare }: TelemetryOptions): Telemetry {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': INSTRUMENTATION_SCOPE,
        'service.version': build.version,
        // A process that replaces this one gets the same number, so that time series continue.
        process,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const prometheus = new PrometheusReader()
  const pushing = isSent ? [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })] : []
  const meters = new MeterProvider({ resource, readers: [prometheus, ...pushing] })
  metrics.setGlobalMeterProvider({
    getMeter: (name) => (name === INSTRUMENTATION_SCOPE ? meters.getMeter(name) : createNoopMeter()),
  })
  const tracers = isSent ? startTracing() : undefined

  function startTracing() {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    const provider = new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedShare) }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    })
    const silent = new ProxyTracerProvider()
    trace.setGlobalTracerProvider({
      getTracer: (name) => (name === INSTRUMENTATION_SCOPE ? provider : silent).getTracer(name),
    })
    return provider
  }

  observeProcess()
  return {
    exposition: () => prometheus.exposition(),
    stop: async () => {
      const sent = Promise.allSettled([tracers?.shutdown(), meters.shutdown()])
      await Promise.race([sent, pause(MAX_SENDING_MS, undefined, { ref: false })])
    },
  }
}

const NANOSECONDS = 1e9
const MICROSECONDS = 1e6
/** Interval at which the event loop is sampled, in milliseconds. Measured delays contain it, so it is subtracted from them. */
const RESOLUTION_MS = 20

/** Measures the process itself: its event loop, memory, CPU time and age. */
function observeProcess(): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  const onTop = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1_000) : 0
  observeMetric('nodejs.eventloop.delay.mean', () => [[onTop(delay.mean)]])
  observeMetric('nodejs.eventloop.delay.p99', () => [[onTop(delay.percentile(99))]])
  observeMetric('nodejs.eventloop.delay.max', () => {
    const { max } = delay
    // Reset the measurement after all three values were read, so that the next values cover only the time since then.
    setImmediate(() => delay.reset())
    return [[onTop(max)]]
  })
  observeMetric('v8js.memory.heap.used', () => [[process.memoryUsage().heapUsed]])
  observeMetric('process.memory.usage', () => [[process.memoryUsage.rss()]])
  observeMetric('process.cpu.time', () => {
    const { user, system } = process.cpuUsage()
    return [
      [user / MICROSECONDS, { 'cpu.mode': 'user' }],
      [system / MICROSECONDS, { 'cpu.mode': 'system' }],
    ]
  })
  observeMetric('process.uptime', () => [[process.uptime()]])
}

/** The suffixes of Prometheus's metric names, by unit. */
const SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes' }

/** Collects the current metrics when `exposition` is called, and serializes them in Prometheus's format. */
class PrometheusReader extends MetricReader {
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
