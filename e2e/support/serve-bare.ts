import path from 'node:path'
import { serve } from 'srvx'
import { staticMiddleware } from 'srvx/static'
import { buildBare } from './build-bare.ts'

// Serves the bare page on the port in PORT until it is stopped, with the compressed files of the build.
process.env.NODE_ENV = 'production'
const build = await buildBare()
const app = (await import(path.join(build, 'server/server.js'))) as {
  default: { fetch: (request: Request) => Promise<Response> }
}
const server = serve({
  port: Number(process.env.PORT),
  hostname: '127.0.0.1',
  silent: true,
  middleware: [staticMiddleware({ dir: path.join(build, 'client'), encodings: true, compress: false })],
  fetch: (request) => app.default.fetch(request),
})
await server.ready()
process.send?.('listening')
