import autocannon, { type Client, type Options, type Request, type Result } from 'autocannon'
import { processorMs } from './server-process.ts'

/** The Accept-Encoding header of Chromium, on https and on localhost. */
export const CHROMIUM_ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

export const CONNECTIONS = 20

/** A page, and the process that serves it. */
export interface PageTarget {
  url: string
  pid: number | undefined
  headers?: Record<string, string>
  /** Returns the cookies of each request. */
  cookies?: () => string
}

/** The cost of one page. Each figure is the best of all rounds so far, because the machine also does other work. */
export interface PageCost {
  /** The processor time of the serving processes per page, user and system, in milliseconds. */
  processorMs: number
  perSecond: number
  /** Percentiles of the time from request to last byte, in milliseconds: the median, the 95th and the 99th. */
  p50: number
  p95: number
  p99: number
}

/**
 * Requests each of these pages alternately, `pages` times in each of the `rounds`, over 20 connections.
 * @param onRound receives the cost of each page in each round
 */
export async function costsOf<Name extends string>(
  targets: Record<Name, PageTarget>,
  { rounds, pages }: { rounds: number; pages: number },
  onRound: (name: Name, cost: PageCost) => void = () => undefined,
): Promise<Record<Name, PageCost>> {
  const best = {} as Record<Name, PageCost>
  for (let round = 0; round < rounds; round += 1)
    for (const name of Object.keys(targets) as Name[]) {
      const cost = await costOf(targets[name], pages)
      best[name] = best[name] ? betterOf(best[name], cost) : cost
      onRound(name, cost)
    }
  return best
}

/**
 * Requests a page `pages` times, over 20 connections.
 * @throws if a response has another status than 200, or is missing
 */
export async function costOf({ url, pid, headers = {}, cookies }: PageTarget, pages: number): Promise<PageCost> {
  const processorBefore = processorMs(pid)
  const startedAt = performance.now()
  const latencies: number[] = []
  let lastAt = startedAt
  const { statusCodeStats = {}, errors } = await new Promise<Result>((resolve, reject) => {
    const options = { url, headers, requests: withCookies(cookies), connections: CONNECTIONS, amount: pages }
    const run = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
    run.on('response', (_client, _status, _bytes, latency) => {
      latencies.push(latency)
      lastAt = performance.now()
    })
  })
  const unexpected = Object.keys(statusCodeStats).filter((status) => status !== '200')
  if (unexpected.length > 0 || errors > 0)
    throw new Error(
      `${url}: unexpected statuses: ${unexpected.join() || 'none'}; requests without a response: ${errors}`,
    )
  latencies.sort((one, other) => one - other)
  const percentile = (share: number) => latencies[Math.ceil(share * latencies.length) - 1] ?? Number.NaN
  return {
    processorMs: (processorMs(pid) - processorBefore) / pages,
    perSecond: (pages * 1_000) / (lastAt - startedAt),
    p50: percentile(0.5),
    p95: percentile(0.95),
    p99: percentile(0.99),
  }
}

function withCookies(cookies?: () => string): Request[] {
  return [
    cookies ? { setupRequest: (request) => ({ ...request, headers: { ...request.headers, cookie: cookies() } }) } : {},
  ]
}

function betterOf(one: PageCost, other: PageCost): PageCost {
  return {
    processorMs: Math.min(one.processorMs, other.processorMs),
    perSecond: Math.max(one.perSecond, other.perSecond),
    p50: Math.min(one.p50, other.p50),
    p95: Math.min(one.p95, other.p95),
    p99: Math.min(one.p99, other.p99),
  }
}

/** The responses to a flood of requests. */
export interface Flood {
  /** The number of responses with each status. */
  statuses: Record<string, number>
  /** The number of responses with status 200 per second. */
  servedPerSecond: number
  /** The 95th percentile of the response time of responses with status 200, in milliseconds. */
  servedP95: number
  /** The processor time of the serving processes for the whole flood, user and system, in milliseconds. */
  processorMs: number
  /** A response with status 503: its headers and its body. */
  refusal: string
}

/** Requests a page at a fixed rate, no matter how fast the responses are, as long as a connection is free. */
export async function flood(
  { url, pid, headers = {}, cookies }: PageTarget,
  { perSecond, seconds, connections }: { perSecond: number; seconds: number; connections: number },
): Promise<Flood> {
  const served: number[] = []
  const statuses: Record<string, number> = {}
  let refusal = ''
  const processorBefore = processorMs(pid)
  await new Promise<Result>((resolve, reject) => {
    const setupClient = (client: Client) => {
      let isRefused = false
      client.on('headers', ({ statusCode, headers: answered }) => {
        isRefused = Number(statusCode) === 503 && refusal === ''
        if (isRefused) refusal = `${JSON.stringify(answered)}\n`
      })
      client.on('body', (body) => {
        if (isRefused) refusal += String(body)
      })
    }
    const rate = { overallRate: Math.round(perSecond), duration: seconds }
    const options: Options = { url, headers, requests: withCookies(cookies), connections, ...rate, setupClient }
    const run = autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result)))
    run.on('response', (_client, status, _bytes, latency) => {
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200) served.push(latency)
    })
  })
  served.sort((one, other) => one - other)
  const servedP95 = served[Math.ceil(0.95 * served.length) - 1] ?? Number.NaN
  const spentMs = processorMs(pid) - processorBefore
  return { statuses, servedPerSecond: served.length / seconds, servedP95, processorMs: spentMs, refusal }
}
