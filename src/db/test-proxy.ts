import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A proxy in front of a database that simulates faults of networks. */
export interface TestProxy extends AsyncDisposable {
  /** The URL that connects to the database through the proxy. */
  url: string
  /** The delay of each packet, in milliseconds. */
  delayMs: number
  /** Stops all traffic of existing connections, like a cut cable. New connections work. */
  freeze: () => void
  /** Stops all traffic of new connections. */
  freezeNew: () => void
  /** Resumes all stopped traffic. */
  thaw: () => void
  /** Ends all connections, and refuses new ones until `acceptNew`. */
  refuse: () => void
  /** Accepts new connections again. Frozen connections remain frozen until `thaw`. */
  acceptNew: () => void
}

/** Receives the bytes that a client sends over one connection. */
type OnBytes = (bytes: Buffer) => void

/**
 * Starts a proxy in front of the database at this URL, on a separate port.
 * @param onConnection returns the listener of each connection
 */
export async function startTestProxy(databaseUrl: string, onConnection?: () => OnBytes): Promise<TestProxy> {
  const target = new URL(databaseUrl)
  const sockets = new Set<Socket>()
  const frozen = new Set<Socket>()
  let toNew: 'pass' | 'freeze' | 'refuse' = 'pass'
  const server = createServer((inner) => {
    if (toNew === 'refuse') return inner.resetAndDestroy()
    const outer = connect(Number(target.port), target.hostname)
    const hear = onConnection?.()
    if (hear) inner.on('data', hear)
    for (const [from, to] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(from)
      from.setNoDelay(true)
      from.on('data', (bytes) => {
        if (proxy.delayMs === 0) to.write(bytes)
        else setTimeout(() => to.write(bytes), proxy.delayMs)
      })
      from.on('close', () => {
        sockets.delete(from)
        if (!frozen.has(from)) to.destroy()
      })
      from.on('error', () => undefined)
      if (toNew === 'freeze') freeze(from)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  function freeze(socket: Socket) {
    frozen.add(socket)
    socket.pause()
  }
  function endAll() {
    for (const socket of sockets) socket.resetAndDestroy()
  }
  const url = new URL(databaseUrl)
  url.port = String((server.address() as AddressInfo).port)
  const proxy: TestProxy = {
    url: url.href,
    delayMs: 0,
    freeze() {
      for (const socket of sockets) freeze(socket)
    },
    freezeNew() {
      toNew = 'freeze'
    },
    thaw() {
      for (const socket of frozen) socket.resume()
      frozen.clear()
    },
    refuse() {
      toNew = 'refuse'
      endAll()
    },
    acceptNew() {
      toNew = 'pass'
    },
    async [Symbol.asyncDispose]() {
      endAll()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
