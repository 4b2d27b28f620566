import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serve } from 'srvx'
import { countPendingMigrations } from '../database/migrate.ts'
import { findSandboxProblem } from '../database/sandbox-template.ts'
import { UnsupportedPostgresError } from '../database/server-version.ts'
import { environment } from '#env/environment.server.ts'
import { flushLog, log } from '#lib/log.server.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { observeMetric } from '#instrumentation/measure.server.ts'
import { CONNECTION_LIMITS, guardConnections } from './guard-connections.ts'
import { toListenError } from './listen-failure.ts'
import { leaveLocalModeDuring } from './local-mode.ts'
import { PlainFailure } from './plain-failure.ts'
import { startFeaturesInServer } from './feature-services.ts'
import { onStopSignal } from './stop-signals.ts'

/** Maximum duration of requests in progress after a stop signal, in milliseconds. */
const DRAIN_MS = 8_000
/**
 * Time in milliseconds after a stop signal in which the server still accepts requests, one per connection. In that time a load
 * balancer notices that /readyz fails and sends no more requests, so no request arrives on a connection that is being closed.
 */
const GRACE_MS = 500

/**
 * Serves the built app in this process until it receives a stop signal. The settings must already be loaded.
 * @returns as soon as the server answers requests
 * @throws {PlainFailure} if the database lacks migrations, or the port is not available
 * @throws {UnsupportedPostgresError} if the database server is too old
 */
export async function runServer(): Promise<void> {
  // React and other libraries read NODE_ENV at import to choose their production code.
  process.env.NODE_ENV = 'production'
  const { port, host, appUrl, hasSandboxes } = environment()
  await refuseOldSchema()
  if (hasSandboxes) await refuseWithoutSandboxes()
  const stopServices = await startFeaturesInServer()

  // Load the app only after the checks, so that a wrong setting is reported without waiting for the import.
  const built = await import('#server.ts')
  const server = serve({
    port,
    hostname: host,
    silent: true,
    manual: true,
    gracefulShutdown: false,
    // The processes of one server share the port.
    node: { ...CONNECTION_LIMITS, exclusive: false },
    fetch: built.default.fetch,
  })
  const http = server.node?.server as Server
  guardConnections(http)
  observeMetric('app.http.connections', async () => [[await promisify(http.getConnections.bind(http))()]])
  try {
    await server.serve()
  } catch (error) {
    throw toListenError(error, host, port)
  }
  redirectConsoleToLog()
  const app = built.startServer()
  log.info({ event: 'server.listening', host, port, appUrl }, 'the server is ready for requests')
  process.send?.('listening')

  onStopSignal(async (signal) => {
    log.info({ event: 'server.stopping', signal }, 'the server is stopping, and finishes open requests and jobs first')
    app.drain()
    const deadline = setTimeout(() => void server.close(true), DRAIN_MS)
    await pause(GRACE_MS)
    await server.close()
    clearTimeout(deadline)
    await app.stop()
    await leaveLocalModeDuring(stopServices)
    log.info({ event: 'server.stopped' }, 'the server has stopped')
    await flushLog()
  })
}

/** Refuses to serve on an outdated schema, with which pages would fail. Accepts a database that does not respond yet. */
async function refuseOldSchema() {
  const pending = await countPendingMigrations(environment().databaseDirectUrl).catch((error: unknown) => {
    if (error instanceof UnsupportedPostgresError) throw error
    return 0
  })
  if (pending > 0)
    throw new PlainFailure(
      `The database is missing migrations that this build needs (${pending}). Run npm run db:migrate first.`,
    )
}

/** Refuses to serve if sandboxes cannot be created, because all visitors would silently get the read-only demo. */
async function refuseWithoutSandboxes() {
  // Ignore errors, because a database that does not respond yet is accepted.
  const problem = await findSandboxProblem(environment().databaseDirectUrl).catch(() => undefined)
  if (problem !== undefined) throw new PlainFailure(problem)
}

/**
 * Replaces console output with log lines without the text, because libraries print errors with request data. During API requests
 * the lines are warnings: the framework prints rejected calls, which are not errors, and real failures have their own log line.
 */
function redirectConsoleToLog() {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (first: unknown) => {
      const request = findCurrentRequest()
      const isCall = request?.url.pathname.startsWith('/api/')
      const name = first instanceof Error ? first.name : typeof first
      log[isCall ? 'warn' : level](
        { event: 'console', requestId: request?.id, name },
        'a library wrote to the console (text omitted)',
      )
    }
  }
}
