/** Bucket boundaries in seconds, from a very fast response to a query that reaches its deadline. */
const BUCKET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Bucket boundaries in seconds for work outside of requests, because a mail server can be slow. */
const LONG_BUCKET_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60]

/**
 * All metrics, named by OpenTelemetry's semantic conventions where these have a name. Each attribute has few possible values:
 * patterns and codes, never a path, an address or an id.
 */
export const METRICS = {
  'http.server.request.duration': {
    kind: 'histogram',
    unit: 's',
    buckets: BUCKET_SECONDS,
    help: 'Duration of requests, except those of files, by route pattern, method and status.',
  },
  'db.client.operation.duration': {
    kind: 'histogram',
    unit: 's',
    buckets: BUCKET_SECONDS,
    help: 'Duration of queries, including the wait for a connection.',
  },
  'db.client.connection.count': { kind: 'gauge', unit: '', help: 'Connections of the pool that are used or idle.' },
  'db.client.connection.max': { kind: 'gauge', unit: '', help: 'Maximum number of connections of the pool.' },
  'db.client.connection.pending_requests': {
    kind: 'gauge',
    unit: '',
    help: 'Queries and transactions that wait for a connection.',
  },
  'app.db.deadlines_missed': {
    kind: 'counter',
    unit: '',
    help: 'Queries and transactions that missed their deadline.',
    fromTheStart: [{}],
  },
  'app.db.pools_recycled': {
    kind: 'counter',
    unit: '',
    help: 'Pools of connections that were replaced.',
    fromTheStart: [{}],
  },
  'app.job.duration': {
    kind: 'histogram',
    unit: 's',
    buckets: LONG_BUCKET_SECONDS,
    help: 'Duration of jobs of the queue, by task and outcome.',
  },
  'app.queue.jobs': {
    kind: 'gauge',
    unit: '',
    help: 'Jobs in the queue: due, scheduled for later, and dead (undelivered emails).',
  },
  'app.queue.oldest_due_job.age': {
    kind: 'gauge',
    unit: 's',
    help: 'Time since the oldest due job became due.',
  },
  'app.mails': {
    kind: 'counter',
    unit: '',
    help: 'Mails, by kind and outcome.',
    fromTheStart: [
      { kind: 'code', outcome: 'delayed' },
      { kind: 'notice', outcome: 'delayed' },
    ],
  },
  'app.sign_ins': { kind: 'counter', unit: '', help: 'Attempts to sign in, by method and outcome.' },
  'app.limits.reached': {
    kind: 'counter',
    unit: '',
    help: 'Requests refused because of a rate limit, by limit.',
    fromTheStart: [{ limit: 'fuse' }],
  },
  'app.errors': {
    kind: 'counter',
    unit: '',
    help: 'Unexpected errors, and responses that failed because the database was unreachable.',
    fromTheStart: [{ 'error.type': 'unexpected' }, { 'error.type': 'database.unreachable' }],
  },
  'app.http.connections': { kind: 'gauge', unit: '', help: 'Open connections of visitors and proxies.' },
  'nodejs.eventloop.delay.mean': { kind: 'gauge', unit: 's', help: 'Event loop delay since the last scrape: mean.' },
  'nodejs.eventloop.delay.p99': { kind: 'gauge', unit: 's', help: 'Event loop delay since the last scrape: p99.' },
  'nodejs.eventloop.delay.max': { kind: 'gauge', unit: 's', help: 'Event loop delay since the last scrape: max.' },
  'v8js.memory.heap.used': { kind: 'gauge', unit: 'By', help: 'Memory used by JavaScript objects.' },
  'process.memory.usage': { kind: 'gauge', unit: 'By', help: 'Resident memory of the process.' },
  'process.cpu.time': { kind: 'observed-counter', unit: 's', help: 'Processor time of the process.' },
  'process.uptime': { kind: 'gauge', unit: 's', help: 'Time since the start of the process.' },
} as const satisfies Record<string, MetricDefinition>

interface MetricDefinition {
  kind: 'histogram' | 'counter' | 'gauge' | 'observed-counter'
  unit: '' | 's' | 'By'
  help: string
  buckets?: number[]
  /** Label sets that start at 0, so that an alert sees the first event as an increase. */
  fromTheStart?: Record<string, string>[]
}

type MetricDefinitions = typeof METRICS
type MetricsOf<Kind extends MetricDefinition['kind']> = {
  [Name in keyof MetricDefinitions]: MetricDefinitions[Name]['kind'] extends Kind ? Name : never
}[keyof MetricDefinitions]

export type HistogramName = MetricsOf<'histogram'>
export type CounterName = MetricsOf<'counter'>
export type ObservedName = MetricsOf<'gauge' | 'observed-counter'>
