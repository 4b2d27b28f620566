import type { Attributes, Meter, ObservableResult } from '@opentelemetry/api'
import { METRICS, type CounterName, type HistogramName, type ObservedName } from './metrics.server.ts'

/** A value that is read when somebody asks for the metrics. */
export type Reading = [value: number, attributes?: Attributes]

/** The instruments of all metrics. */
export interface Instruments {
  count: (name: CounterName, attributes: Attributes) => void
  time: (name: HistogramName, seconds: number, attributes: Attributes) => void
  observe: (name: ObservedName, read: () => Reading[] | Promise<Reading[]>) => void
}

/** The longest that a value is waited for when the metrics are asked for, in milliseconds. */
const READING_DEADLINE_MS = 2_000

/** Makes the instruments of all metrics with one meter. */
export function instrumentsOf(meter: Meter): Instruments {
  const record = new Map<string, (value: number, attributes: Attributes) => void>()
  for (const [name, metric] of Object.entries(METRICS)) {
    const options = { unit: metric.unit, description: metric.help }
    if (metric.kind === 'counter') {
      const counter = meter.createCounter(name, options)
      record.set(name, (value, attributes) => counter.add(value, attributes))
      for (const attributes of 'fromTheStart' in metric ? metric.fromTheStart : []) counter.add(0, attributes)
    } else if (metric.kind === 'histogram') {
      const advice = { explicitBucketBoundaries: [...metric.buckets] }
      const histogram = meter.createHistogram(name, { ...options, advice })
      record.set(name, (value, attributes) => histogram.record(value, attributes))
    }
  }
  return {
    count: (name, attributes) => record.get(name)?.(1, attributes),
    time: (name, seconds, attributes) => record.get(name)?.(seconds, attributes),
    observe: (name, read) => {
      const { kind, unit, help } = METRICS[name]
      const options = { unit, description: help }
      const instrument =
        kind === 'gauge' ? meter.createObservableGauge(name, options) : meter.createObservableCounter(name, options)
      instrument.addCallback((result) => report(result, read))
    },
  }
}

async function report(result: ObservableResult, read: () => Reading[] | Promise<Reading[]>): Promise<void> {
  const late = new Promise<Reading[]>((resolve) => setTimeout(resolve, READING_DEADLINE_MS, []).unref())
  // A value that cannot be had is absent: no number would be true.
  const readings = await Promise.race([readOrNothing(read), late])
  for (const [value, attributes] of readings) result.observe(value, attributes)
}

async function readOrNothing(read: () => Reading[] | Promise<Reading[]>): Promise<Reading[]> {
  try {
    return await read()
  } catch {
    return []
  }
}
