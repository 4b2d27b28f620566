import { serve, type ServerMiddleware } from 'srvx'
import { pendingMigrations } from '#db/migrate.ts'
import { environment } from '#env/environment.server.ts'
import { log } from '#lib/log.server.ts'
import { environmentOrExit, prepareLocalMode } from './support/local-mode.ts'
import { staticFiles } from './support/static-files.ts'

/** How long requests under way may take after a stop signal, in milliseconds. */
const DRAIN_MS = 8_000
const BUILD = new URL('../dist/', import.meta.url)

interface BuiltApp {
  default: { fetch: (request: Request) => Response | Promise<Response> }
  startServer: () => { drain: () => void; stop: () => Promise<void> }
}

// React and the libraries choose their production code by it when they are imported.
process.env.NODE_ENV = 'production'
environmentOrExit()
await runServer()

/** Serves the built app until SIGTERM or SIGINT. */
async function runServer() {
  const localDatabase = await prepareLocalMode()
  const { port, host, appUrl, logLevel } = environment()
  log.level = logLevel
  routeConsoleIntoLog()
  await refuseOldSchema()

  const built = (await import(new URL('server/server.js', BUILD).href)) as BuiltApp
  const app = built.startServer()
  let isDraining = false
  const server = serve({
    port,
    hostname: host,
    silent: true,
    gracefulShutdown: false,
    maxRequestBodySize: 1_048_576,
    node: { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000, maxHeaderSize: 16_384 },
    middleware: [refuseOddHosts, staticFiles(new URL('client', BUILD).pathname)],
    fetch: async (request) => {
      const response = await built.default.fetch(request)
      if (isDraining) response.headers.set('Connection', 'close')
      return response
    },
  })
  await server.ready()
  log.info({ event: 'server.listening', host, port, appUrl })
  process.send?.('listening')

  async function stop(signal: string) {
    if (isDraining) return
    isDraining = true
    log.info({ event: 'server.stopping', signal })
    app.drain()
    const deadline = setTimeout(() => void server.close(true), DRAIN_MS)
    await server.close()
    clearTimeout(deadline)
    await app.stop()
    await localDatabase?.stop()
    log.info({ event: 'server.stopped' })
    process.exit(0)
  }
  process.on('SIGTERM', () => void stop('SIGTERM'))
  process.on('SIGINT', () => void stop('SIGINT'))
}

/** A Host header that no URL can have, like a port of five nines, fails whoever reads the URL. */
function refuseOddHosts(...[request, next]: Parameters<ServerMiddleware>): ReturnType<ServerMiddleware> {
  return URL.canParse(request.url) ? next() : new Response(null, { status: 400 })
}

/** Serving on an older schema would fail page by page; a database that does not answer yet is another matter. */
async function refuseOldSchema() {
  const pending = await pendingMigrations(environment().databaseUrl).catch(() => 0)
  if (pending === 0) return
  console.error(`The database lacks ${pending} migration(s) that this build needs: run npm run db:migrate first.`)
  process.exit(1)
}

/** Libraries print what they catch, request data included: of that only the kind is kept. */
function routeConsoleIntoLog() {
  for (const level of ['error', 'warn'] as const) {
    console[level] = (first: unknown) =>
      log[level]({ event: 'console', name: first instanceof Error ? first.name : typeof first })
  }
}
