import { setTimeout as pause } from 'node:timers/promises'
import { context, createNoopMeter, metrics, ProxyTracerProvider, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-proto'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { build } from '#env/build.server.ts'
import { SCOPE } from '#instrumentation/measure.server.ts'
import { observeProcess } from './process-metrics.server.ts'
import { PrometheusReader } from './prometheus.server.ts'

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
        'service.name': SCOPE,
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
    getMeter: (name) => (name === SCOPE ? meters.getMeter(name) : createNoopMeter()),
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
      getTracer: (name) => (name === SCOPE ? provider : silent).getTracer(name),
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
