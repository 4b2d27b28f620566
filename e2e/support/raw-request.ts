import { connect } from 'node:net'
import type { App } from './app.ts'

type Server = Pick<App, 'url'>

interface RawAnswer {
  /** 0 if the server closed the connection without a response. */
  status: number
  head: string
  body: string
}

/** Sends bytes unchanged, even those that no HTTP client would send, and reads the first response. */
export function rawRequest(app: Server, bytes: string, timeoutMs = 10_000): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let text = ''
    const giveUp = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no response in ${timeoutMs} ms; so far: ${text.slice(0, 200)}`))
    }, timeoutMs)
    socket.on('data', (chunk) => (text += chunk.toString('latin1')))
    // The server might close the connection before all bytes are sent. A response that it sent before that counts.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      clearTimeout(giveUp)
      const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s)
      resolve({ status: Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0), head, body })
    })
    socket.write(bytes)
  })
}

/** Returns a GET request as bytes. The server closes the connection after its response. */
export function rawGet(target: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ host: 'localhost', connection: 'close', ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  )
  return [`GET ${target} HTTP/1.1`, ...lines, '', ''].join('\r\n')
}
