import {
  createNoopMeter,
  INVALID_SPAN_CONTEXT,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
} from '@opentelemetry/api'
import { appConfig } from '#app.config'
import { createInstruments, type Instruments, type Reading } from './instruments.server.ts'
import type { CounterName, HistogramName, ObservedName } from './metrics.server.ts'

/** The attributes of a measurement. Each attribute must have few possible values. */
export type Attributes = Record<string, string | number>

/** The instrumentation scope, which separates these measurements from those of libraries. */
export const INSTRUMENTATION_SCOPE = appConfig.slug

const NOOP_METER = createNoopMeter()
const NO_SPAN = trace.wrapSpanContext(INVALID_SPAN_CONTEXT)

let instruments: Instruments | undefined

/** Whether an OpenTelemetry SDK records the measurements. Without an SDK, nothing is measured. */
export function recordsMeasurements(): boolean {
  return metrics.getMeter(INSTRUMENTATION_SCOPE) !== NOOP_METER
}

/** Counts an event. */
export function countEvent(name: CounterName, attributes: Attributes = {}): void {
  findInstruments()?.count(name, attributes)
}

/** Records a duration. */
export function recordDuration(name: HistogramName, seconds: number, attributes: Attributes): void {
  findInstruments()?.time(name, seconds, attributes)
}

/** Reports a value whenever the metrics are requested. A value that fails, or takes too long, is left out. */
export function observeMetric(name: ObservedName, read: () => Reading[] | Promise<Reading[]>): void {
  findInstruments()?.observe(name, read)
}

/** Runs work in a child span. The work can add attributes to the span. */
export function inSpan<T>(name: string, attributes: Attributes, work: (span: Span) => Promise<T>): Promise<T> {
  if (!recordsMeasurements()) return work(NO_SPAN)
  const kind = trace.getActiveSpan() === undefined ? SpanKind.SERVER : SpanKind.INTERNAL
  return trace.getTracer(INSTRUMENTATION_SCOPE).startActiveSpan(name, { attributes, kind }, async (span) => {
    try {
      return await work(span)
    } catch (error) {
      // Leave out the message, because drivers and mail servers quote values in it.
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', error instanceof Error ? error.name : typeof error)
      throw error
    } finally {
      span.end()
    }
  })
}

function findInstruments(): Instruments | undefined {
  if (!recordsMeasurements()) return undefined
  instruments ??= createInstruments(metrics.getMeter(INSTRUMENTATION_SCOPE))
  return instruments
}
