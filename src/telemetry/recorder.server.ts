import type { RequestContext } from '#request/request-context.server.ts'
import type { CounterName, HistogramName, ObservedName } from './metrics.server.ts'

/** The subject of a measurement: values of which there are few. */
export type Attributes = Record<string, string | number>

/** A value that is read when somebody asks for the metrics. */
export type Reading = [value: number, attributes?: Attributes]

/** A span under way, to which can be added what turns out. */
export interface RunningSpan {
  rename: (name: string) => void
  set: (attributes: Attributes) => void
}

/** A listener to what the seams of the product tell. */
export interface Recorder {
  count: (name: CounterName, attributes: Attributes) => void
  time: (name: HistogramName, seconds: number, attributes: Attributes) => void
  /** Reads a value whenever the metrics are asked for; one that fails, or is not there in time, is left out. */
  observe: (name: ObservedName, read: () => Reading[] | Promise<Reading[]>) => void
  /** Runs work as a span of the one around it. */
  inSpan: <T>(name: string, attributes: Attributes, work: (span: RunningSpan | undefined) => Promise<T>) => Promise<T>
}

let current: Recorder | undefined

/** Has everything told to this recorder from now on: before the database is connected and the app is loaded. */
export function recordWith(recorder: Recorder | undefined): void {
  current = recorder
}

/** The recorder of this process; none unless the settings ask for one, and then nothing is measured. */
export function recorder(): Recorder | undefined {
  return current
}

/** An unexpected error, as it may leave the server: nothing of what the visitor sent. */
export interface ErrorReport {
  errorId: string
  name: string
  /** A code of the driver or the system. */
  reason: string | undefined
  /** Lines of the stack, without the message. */
  stack: string[]
  /** Of the request under way, if any. */
  request: RequestContext | undefined
}

let report: ((error: ErrorReport) => void) | undefined

/** Has every unexpected error reported to this from now on. */
export function reportErrorsTo(reporter: typeof report): void {
  report = reporter
}

/** Reports an unexpected error, where the settings say to whom. */
export function reportError(error: ErrorReport): void {
  report?.(error)
}

/** Counts something that happened. */
export function count(name: CounterName, attributes: Attributes = {}): void {
  current?.count(name, attributes)
}

/** Runs work as a span, where spans are recorded. */
export function inSpan<T>(name: string, attributes: Attributes, work: () => Promise<T>): Promise<T> {
  return current ? current.inSpan(name, attributes, work) : work()
}
