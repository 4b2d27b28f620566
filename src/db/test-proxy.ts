import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy between a client and a database: passes bytes on until told to swallow them. */
export interface FreezableProxy extends AsyncDisposable {
  /** The database's URL, by way of the proxy. */
  url: string
  /** From now on nothing passes over the connections there are, as when a cable is cut. New ones work. */
  freeze: () => void
  /** From now on nothing passes over new connections. */
  freezeNew: () => void
  /** What was held back passes on. */
  thaw: () => void
}

/** Starts a proxy in front of the database at this URL, on a port of its own. */
export async function startFreezableProxy(databaseUrl: string): Promise<FreezableProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const frozen = new Set<Socket>()
  let isClosedToNew = false
  const server = createServer((inner) => {
    const outer = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes))
      from.on('close', () => {
        sockets.delete(from)
        if (!frozen.has(from)) to.destroy()
      })
      from.on('error', () => undefined)
      if (isClosedToNew) freeze(from)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  function freeze(socket: Socket) {
    frozen.add(socket)
    socket.pause()
  }
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    freeze() {
      for (const socket of sockets) freeze(socket)
    },
    freezeNew() {
      isClosedToNew = true
    },
    thaw() {
      for (const socket of frozen) socket.resume()
      frozen.clear()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
