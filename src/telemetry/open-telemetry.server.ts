import { context, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
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
import { instrumentsOf } from './instruments.server.ts'
import { observeProcess } from './process-metrics.server.ts'
import { PrometheusReader } from './prometheus.server.ts'
import type { Recorder, RunningSpan } from './recorder.server.ts'
import type { Telemetry, TelemetryOptions } from './start-telemetry.server.ts'

const SCOPE = 'latchkey'

/**
 * Starts OpenTelemetry's SDK: metrics for Prometheus and a collector, spans for a collector. Nothing of it is made global, so
 * that libraries that would tell it more by themselves do not.
 */
export function startOpenTelemetry(options: TelemetryOptions): Telemetry & { recorder: Recorder } {
  const resource = defaultResource()
    .merge(
      resourceFromAttributes({
        'service.name': SCOPE,
        'service.version': options.version,
        // Which of the processes behind one port: a number that its successor gets, so that series go on.
        process: options.process,
      }),
    )
    .merge(detectResources({ detectors: [envDetector] }))
  const prometheus = new PrometheusReader()
  const pushing =
    options.otlpEndpoint === undefined
      ? []
      : [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter() })]
  const meters = new MeterProvider({ resource, readers: [prometheus, ...pushing] })
  const tracers = options.otlpEndpoint === undefined ? undefined : startTracing(options)

  function startTracing({ tracedShare }: TelemetryOptions) {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    return new TracerProvider({
      resource,
      sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(tracedShare) }),
      spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
    })
  }

  const tracer = tracers?.getTracer(SCOPE)
  const recorder: Recorder = {
    ...instrumentsOf(meters.getMeter(SCOPE)),
    inSpan: (name, attributes, work) => {
      if (!tracer) return work(undefined)
      const isFirst = trace.getActiveSpan() === undefined
      const span = tracer.startSpan(name, { attributes, kind: isFirst ? SpanKind.SERVER : SpanKind.INTERNAL })
      return context.with(trace.setSpan(context.active(), span), () => ended(span, work))
    },
  }
  observeProcess(recorder)
  return {
    recorder,
    exposition: () => prometheus.exposition(),
    stop: async () => {
      await Promise.allSettled([tracers?.shutdown(), meters.shutdown()])
    },
  }
}

async function ended<T>(span: Span, work: (span: RunningSpan) => Promise<T>): Promise<T> {
  try {
    return await work({ rename: (name) => span.updateName(name), set: (attributes) => span.setAttributes(attributes) })
  } catch (error) {
    // Never the message: drivers and mail servers quote values in it.
    span.setStatus({ code: SpanStatusCode.ERROR })
    span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
    throw error
  } finally {
    span.end()
  }
}
