import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'

/** Milliseconds between two readiness checks of a node. */
const CHECK_INTERVAL_MS = 50

interface Node {
  url: string
}

/** A load balancer that distributes requests over the ready nodes, and tries the next node if one refuses the connection. */
export interface Balancer {
  url: string
  /** Replaces the nodes that get the requests. */
  use: (nodes: Node[]) => void
  stop: () => Promise<void>
}

export async function startBalancer(first: Node[]): Promise<Balancer> {
  let nodes = first
  let ready: Node[] = []
  let turn = 0
  let isOver = false

  async function answer(incoming: IncomingMessage, response: ServerResponse) {
    const body = await buffer(incoming)
    // Begins with the next node and tries each node once, to skip the nodes that refuse connections.
    const start = (turn += 1)
    const urls = ready.map((_node, index) => ready[(start + index) % ready.length]?.url ?? '')
    forwardToNodes(urls, { incoming, body, response })
  }
  const server = createServer((incoming, response) => {
    answer(incoming, response).catch(() => response.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  /** Checks a single node repeatedly, so that a slow node does not delay the checks of the others. */
  async function look(node: Node) {
    while (!isOver && nodes.includes(node)) {
      const takesMore = await isReady(node)
      ready = nodes.filter((one) => (one === node ? takesMore : ready.includes(one)))
      await pause(CHECK_INTERVAL_MS)
    }
  }
  let looking = first.map(look)
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    use(others) {
      const added = others.filter((node) => !nodes.includes(node))
      nodes = others
      looking = [...looking, ...added.map(look)]
    },
    async stop() {
      isOver = true
      await Promise.all(looking)
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function isReady({ url }: Node): Promise<boolean> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

interface HttpExchange {
  incoming: IncomingMessage
  body: Buffer
  response: ServerResponse
}

function forwardToNodes([url, ...others]: string[], exchange: HttpExchange) {
  const { incoming, body, response } = exchange
  if (url === undefined) return void response.writeHead(503, { 'Retry-After': '1' }).end()
  const { method, headers } = incoming
  const outgoing = request(new URL(incoming.url ?? '/', url), { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  outgoing.on('error', (error: NodeJS.ErrnoException) => {
    // A write is sent again only if the connection was refused. After any other error, the node might have executed it.
    const isSafe = error.code === 'ECONNREFUSED' || (method === 'GET' && !response.headersSent)
    if (isSafe) forwardToNodes(others, exchange)
    else if (response.headersSent) response.destroy()
    else response.writeHead(502).end()
  })
  outgoing.end(body)
}
