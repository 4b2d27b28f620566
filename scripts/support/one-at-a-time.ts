import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum number of requests of a connection that wait for earlier responses. Browsers and proxies do not pipeline requests. */
const MAX_PENDING_RESPONSES = 10

/** Pending responses of each connection, the current one first. */
const pendingResponses = new WeakMap<object, ServerResponse[]>()

/**
 * Handles the requests of a connection one after the other. Otherwise Node would handle all pipelined requests of a packet at
 * once, perhaps a thousand, and buffer the responses for clients that do not read. Closes connections with too many requests.
 */
export function handleRequestsInSequence(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    const line = pendingResponsesOf(socket)
    const before = line.at(-1)
    if (line.push(response) > MAX_PENDING_RESPONSES + 1) return void socket.destroy()
    response.once('close', () => line.shift())
    const answer = () => listeners.forEach((listener) => listener.call(server, request, response))
    if (before) before.once('close', () => socket.destroyed || answer())
    else answer()
  })
}

/** Whether part of a response has already been sent, because then no other response can be written to the socket. */
export function hasBegunResponse(socket: object): boolean {
  return pendingResponses.get(socket)?.[0]?.headersSent === true
}

function pendingResponsesOf(socket: Socket): ServerResponse[] {
  const line = pendingResponses.get(socket) ?? []
  pendingResponses.set(socket, line)
  return line
}
