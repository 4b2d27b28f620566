import type { Attributes, Meter, ObservableResult } from '@opentelemetry/api'
import { appConfig } from '#app.config'
import { METRICS, type CounterName, type HistogramName, type ObservedName } from './metrics.server.ts'

/** A value that is read whenever the metrics are requested. */
export type Reading = [value: number, attributes?: Attributes]

/** The instruments of all metrics. */
export interface Instruments {
  count: (name: CounterName, attributes: Attributes) => void
  time: (name: HistogramName, seconds: number, attributes: Attributes) => void
  observe: (name: ObservedName, read: () => Reading[] | Promise<Reading[]>) => void
}

/** Maximum time to wait for a value when the metrics are requested, in milliseconds. */
const READING_DEADLINE_MS = 2_000

/** Returns the name under which a metric is exported: `app.` becomes the app's slug, so that dashboards can distinguish apps. */
export function exportedName(name: string): string {
  return name.replace(/^app(?=\.)/, appConfig.slug)
}

/** Creates the instruments of all metrics with one meter. */
export function createInstruments(meter: Meter): Instruments {
  const record = new Map<string, (value: number, attributes: Attributes) => void>()
  for (const [name, metric] of Object.entries(METRICS)) {
    const options = { unit: metric.unit, description: metric.help }
    if (metric.kind === 'counter') {
      const counter = meter.createCounter(exportedName(name), options)
      record.set(name, (value, attributes) => counter.add(value, attributes))
      for (const attributes of metric.fromTheStart) counter.add(0, attributes)
    } else if (metric.kind === 'histogram') {
      const advice = { explicitBucketBoundaries: metric.buckets }
      const histogram = meter.createHistogram(exportedName(name), { ...options, advice })
      record.set(name, (value, attributes) => histogram.record(value, attributes))
    }
  }
  return {
    count: (name, attributes) => record.get(name)?.(1, attributes),
    time: (name, seconds, attributes) => record.get(name)?.(seconds, attributes),
    observe: (name, read) => {
      const { kind, unit, help } = METRICS[name]
      const [own, options] = [exportedName(name), { unit, description: help }]
      const instrument =
        kind === 'gauge' ? meter.createObservableGauge(own, options) : meter.createObservableCounter(own, options)
      instrument.addCallback((result) => reportReadings(result, read))
    },
  }
}

async function reportReadings(result: ObservableResult, read: () => Reading[] | Promise<Reading[]>): Promise<void> {
  const late = new Promise<Reading[]>((resolve) => setTimeout(resolve, READING_DEADLINE_MS, []).unref())
  // A value that cannot be read is left out, because any number would be wrong.
  const readings = await Promise.race([readOrEmpty(read), late])
  for (const [value, attributes] of readings) result.observe(value, attributes)
}

async function readOrEmpty(read: () => Reading[] | Promise<Reading[]>): Promise<Reading[]> {
  try {
    return await read()
  } catch {
    return []
  }
}
