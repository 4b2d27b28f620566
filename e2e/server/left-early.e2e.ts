import { connect } from 'node:net'
import { expect, test } from '../support/test.ts'
import type { App } from '../support/app.ts'

test("visitors who disconnect during a download of a file or page don't crash the server", async ({ app, visitor }) => {
  const page = String((await visitor.get('/login')).body)
  const assets = [...new Set(page.match(/\/assets\/[\w.-]+/g))]
  expect(assets.length).toBeGreaterThan(5)
  for (let round = 0; round < 40; round += 1)
    await Promise.all([...assets, '/login', '/nowhere'].map((path) => abortRequest(app, path, round % 5)))
  expect((await visitor.get('/login')).status).toBe(200)
  expect(app.process.exitCode).toBeNull()
})

/** Requests a path and disconnects a few milliseconds after the first bytes of the response. */
function abortRequest(app: App, path: string, ms: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const { port, host } = new URL(app.url)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAccept-Encoding: br\r\n\r\n`)
    socket.once('data', () => setTimeout(() => socket.resetAndDestroy(), ms))
    socket.once('error', reject)
    socket.once('close', () => resolve())
  })
}
