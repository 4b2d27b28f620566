import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { readFeatureSettings } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { telemetry } from './feature.start.server.ts'
import { mergeExpositions } from './merge-expositions.server.ts'

/** Milliseconds to wait for the metrics of each process, so that a process that hangs does not hold back those of the others. */
const METRICS_TIMEOUT_MS = 3_000
const METRICS_REQUEST = 'metrics?'

/**
 * Serves Prometheus metrics at /metrics on the port METRICS_PORT, if it is configured.
 * @param read returns the metrics
 * @returns a function that closes the port
 * @throws if the port is not available
 */
export async function openMetricsPort(read: () => Promise<string>): Promise<() => Promise<void>> {
  const { METRICS_PORT: port, METRICS_HOST: host } = readFeatureSettings(telemetry.settings)
  if (port === undefined) return () => Promise.resolve()
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') return response.writeHead(404).end()
    read().then(
      (text) => response.setHeader('content-type', 'text/plain; version=0.0.4; charset=utf-8').end(text),
      () => response.writeHead(503).end(),
    )
  })
  // `exclusive` keeps cluster workers from sharing the port: a request would get the metrics of any one of them.
  server.listen({ port, host, exclusive: true })
  await once(server, 'listening')
  log.info({ event: 'metrics.listening', host, port }, 'the metrics of this server are available at this host and port')
  return async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
}

/** Requests the metrics of all processes of this server, and merges the responses that arrive in time. */
export async function metricsOfAllProcesses(): Promise<string> {
  const answers = await Promise.all(Object.values(cluster.workers ?? {}).map(metricsOf))
  return mergeExpositions(answers.filter((answer) => answer !== undefined))
}

/** Sends this process's metrics to its parent process on request. */
export function answerMetricsRequests(read: () => Promise<string>): void {
  process.on('message', (message) => {
    if (message === METRICS_REQUEST) void read().then((metrics) => process.send?.({ metrics }))
  })
}

function metricsOf(worker: Worker | undefined): Promise<string | undefined> {
  return new Promise((resolve) => {
    if (!worker?.isConnected()) return resolve(undefined)
    const settle = (answer?: string) => {
      clearTimeout(late)
      worker.off('message', take).off('exit', leave)
      resolve(answer)
    }
    const take = (message: unknown) => {
      if (isMetricsResponse(message)) settle(message.metrics)
    }
    const leave = () => settle()
    const late = setTimeout(settle, METRICS_TIMEOUT_MS)
    worker.on('message', take).on('exit', leave)
    worker.send(METRICS_REQUEST)
  })
}

function isMetricsResponse(message: unknown): message is { metrics: string } {
  return typeof message === 'object' && message !== null && 'metrics' in message
}
