import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** So many requests of a connection may wait for the answers before theirs. Browsers and proxies send none ahead. */
const MOST_WAITING = 10

/** The answers that a connection still owes, the one under way first. */
const owed = new WeakMap<object, ServerResponse[]>()

/**
 * Has the requests of a connection answered one after the other: Node would work on all at once that come in one packet,
 * a thousand of them, and keep the answers of whoever does not read. A connection with too many ahead is closed.
 */
export function answerOneAtATime(server: Server): void {
  const listeners = server.listeners('request') as RequestListener[]
  server.removeAllListeners('request')
  server.on('request', (request, response) => {
    const { socket } = request
    const line = lineOf(socket)
    const before = line.at(-1)
    if (line.push(response) > MOST_WAITING + 1) return void socket.destroy()
    response.once('close', () => line.shift())
    const answer = () => listeners.forEach((listener) => listener.call(server, request, response))
    if (before) before.once('close', () => socket.destroyed || answer())
    else answer()
  })
}

/** Whether something of an answer is on its way already, so that no other may be put into it. */
export function isAnswering(socket: object): boolean {
  return owed.get(socket)?.[0]?.headersSent === true
}

function lineOf(socket: Socket): ServerResponse[] {
  const line = owed.get(socket) ?? []
  owed.set(socket, line)
  return line
}
