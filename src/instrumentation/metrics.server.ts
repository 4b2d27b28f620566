/** Bucket boundaries in seconds, from a very fast response to a query that reaches its deadline. */
const BUCKET_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]
/** Bucket boundaries in seconds for work outside of requests, because a mail server can be slow. */
const LONG_BUCKET_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 2.5, 5, 10, 30, 60]

type Unit = '' | 's' | 'By'

const histogram = (help: string, buckets: number[]) => ({ kind: 'histogram', unit: 's', help, buckets }) as const
const gauge = (help: string, unit: Unit = '') => ({ kind: 'gauge', unit, help }) as const

/** Defines a counter. @param fromTheStart label sets that start at 0, so that an alert sees the first event as an increase */
const counter = (help: string, ...fromTheStart: Record<string, string>[]) =>
  ({ kind: 'counter', unit: '', help, fromTheStart }) as const

/**
 * All metrics, named by OpenTelemetry's semantic conventions where these have a name. Each attribute has few possible values:
 * patterns and codes, never a path, an address or an id.
 */
export const METRICS = {
  'http.server.request.duration': histogram(
    'Duration of requests, except those of files, by route pattern, method and status.',
    BUCKET_SECONDS,
  ),
  'db.client.operation.duration': histogram(
    'Duration of queries, including the wait for a connection.',
    BUCKET_SECONDS,
  ),
  'db.client.connection.count': gauge('Connections of the pool that are used or idle.'),
  'db.client.connection.max': gauge('Maximum number of connections of the pool.'),
  'db.client.connection.pending_requests': gauge('Queries and transactions that wait for a connection.'),
  'app.db.deadlines_missed': counter('Queries and transactions that missed their deadline.', {}),
  'app.db.pools_recycled': counter('Pools of connections that were replaced.', {}),
  'app.job.duration': histogram('Duration of jobs of the queue, by task and outcome.', LONG_BUCKET_SECONDS),
  'app.queue.jobs': gauge('Jobs in the queue: due, scheduled for later, and dead (undelivered emails).'),
  'app.queue.oldest_due_job.age': gauge('Time since the oldest due job became due.', 's'),
  'app.mails': counter(
    'Mails, by kind and outcome.',
    { kind: 'code', outcome: 'delayed' },
    { kind: 'notice', outcome: 'delayed' },
  ),
  'app.sign_ins': counter('Attempts to sign in, by method and outcome.'),
  'app.limits.reached': counter('Requests refused because of a rate limit, by limit.', { limit: 'fuse' }),
  'app.errors': counter(
    'Unexpected errors, and responses that failed because the database was unreachable.',
    { 'error.type': 'unexpected' },
    { 'error.type': 'database.unreachable' },
  ),
  'app.http.connections': gauge('Open connections of visitors and proxies.'),
  'nodejs.eventloop.delay.mean': gauge('Event loop delay since the last scrape: mean.', 's'),
  'nodejs.eventloop.delay.p99': gauge('Event loop delay since the last scrape: p99.', 's'),
  'nodejs.eventloop.delay.max': gauge('Event loop delay since the last scrape: max.', 's'),
  'v8js.memory.heap.used': gauge('Memory used by JavaScript objects.', 'By'),
  'process.memory.usage': gauge('Resident memory of the process.', 'By'),
  'process.cpu.time': { kind: 'observed-counter', unit: 's', help: 'Processor time of the process.' },
  'process.uptime': gauge('Time since the start of the process.', 's'),
} as const

type MetricDefinitions = typeof METRICS
type MetricsOf<Kind extends MetricDefinitions[keyof MetricDefinitions]['kind']> = {
  [Name in keyof MetricDefinitions]: MetricDefinitions[Name]['kind'] extends Kind ? Name : never
}[keyof MetricDefinitions]

export type HistogramName = MetricsOf<'histogram'>
export type CounterName = MetricsOf<'counter'>
export type ObservedName = MetricsOf<'gauge' | 'observed-counter'>
