import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

/** The messages of PostgreSQL to a client after a successful login: "authenticated" and "ready for a query". */
export const CONNECTED_MESSAGE = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1')

/** The message with which PostgreSQL ends a connection. */
export const ENDED_MESSAGE = Buffer.from('E\0\0\0\x19SFATAL\0C57P01\0Mgone\0\0', 'latin1')

/** Starts a server that is not PostgreSQL, and calls `meet` with each connection. */
export async function startFakeServer(meet: (socket: Socket) => void) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    meet(socket)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `postgres://nobody@127.0.0.1:${(server.address() as AddressInfo).port}/nowhere`,
    connections: () => connections,
    [Symbol.asyncDispose]: async () => {
      server.close()
      await Promise.resolve()
    },
  }
}
