import type { Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { serve } from 'srvx'
import { pendingMigrations } from '#db/migrate.ts'
import { whatHindersSandboxes } from '#db/sandbox-databases.ts'
import { UnsupportedPostgres } from '#db/server-version.ts'
import { environment } from '#env/environment.server.ts'
import { endLog, log } from '#lib/log.server.ts'
import { findCurrentRequest } from '#request/request-context.server.ts'
import { observe } from '#instrumentation/measure.server.ts'
import { CONNECTION_LIMITS, guardConnections } from './guard-connections.ts'
import { listenFailure } from './listen-failure.ts'
import { leaveLocalMode } from './local-mode.ts'
import { PlainFailure } from './plain-failure.ts'
import { startBeside } from './start-beside.ts'
import { whenToldToStop } from './stop-signals.ts'

/** How long requests under way may take after a stop signal, in milliseconds. */
const DRAIN_MS = 8_000
/**
 * For so long after a stop signal new requests are taken still, each the last of its connection, in milliseconds: a balancer
 * sees at /readyz that it should send no more, and nobody's next request meets a connection that is closed at that moment.
 */
const GRACE_MS = 500

/**
 * Serves the built app in this process until it is told to stop. The settings are ready.
 * @returns once requests are answered
 * @throws {PlainFailure} when the database lacks migrations, or the port is not to be had
 * @throws {UnsupportedPostgres} when it is too old
 */
export async function runServer(): Promise<void> {
  // React and the libraries choose their production code by it when they are imported.
  process.env.NODE_ENV = 'production'
  const { port, host, appUrl, hasSandboxes } = environment()
  await refuseOldSchema()
  if (hasSandboxes) await refuseWithoutSandboxes()
  const stopBeside = await startBeside()

  // Not before the settings are known to be good: those who have to mend one shall not wait for all of the app.
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
  observe('latchkey.http.connections', async () => [[await promisify(http.getConnections.bind(http))()]])
  try {
    await server.serve()
  } catch (error) {
    throw listenFailure(error, host, port)
  }
  routeConsoleIntoLog()
  const app = built.startServer()
  log.info({ event: 'server.listening', host, port, appUrl })
  process.send?.('listening')

  whenToldToStop(async (signal) => {
    log.info({ event: 'server.stopping', signal })
    app.drain()
    const deadline = setTimeout(() => void server.close(true), DRAIN_MS)
    await pause(GRACE_MS)
    await server.close()
    clearTimeout(deadline)
    await app.stop()
    await stopBeside()
    await leaveLocalMode()
    log.info({ event: 'server.stopped' })
    await endLog()
  })
}

/** Serving on an older schema would fail page by page; a database that does not answer yet is another matter. */
async function refuseOldSchema() {
  const pending = await pendingMigrations(environment().databaseDirectUrl).catch((error: unknown) => {
    if (error instanceof UnsupportedPostgres) throw error
    return 0
  })
  if (pending > 0)
    throw new PlainFailure(
      `The database lacks ${pending} migration(s) that this build needs: run npm run db:migrate first.`,
    )
}

/** Every visitor would have the demo that nobody can change, and nobody would know why. */
async function refuseWithoutSandboxes() {
  // A database that does not answer yet is another matter.
  const hindrance = await whatHindersSandboxes(environment().databaseDirectUrl).catch(() => undefined)
  if (hindrance !== undefined) throw new PlainFailure(hindrance)
}

/**
 * Libraries print what they catch, request data included: of that only the kind is kept. What the framework prints of a
 * call that it refuses is no error of ours; what fails behind it has a line of its own.
 */
function routeConsoleIntoLog() {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (first: unknown) => {
      const request = findCurrentRequest()
      const isCall = request?.url.pathname.startsWith('/api/')
      log[isCall ? 'warn' : level]({
        event: 'console',
        requestId: request?.id,
        name: first instanceof Error ? first.name : typeof first,
      })
    }
  }
}
