import { once } from 'node:events'
import { connect } from 'node:net'
import type { App } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { expect, test } from '../support/test.ts'
import type { Visitor } from '../support/visitor.ts'

const ENTER = '/api/auth/sign-in/email-otp'
const SET_NAME = '/api/onboarding.setName?createServerFn='
const CHANGE_NAME = '/api/account.changeName?createServerFn='
const MEBIBYTE = 1_048_576
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
/** A timeout that is far longer than a response takes, and far shorter than parsing such a body can take. */
const TIMEOUT_MS = 500

const fill = (piece: string, bytes: number) => piece.repeat(Math.floor(bytes / piece.length))
const parts = (count: number) =>
  `${'--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(count)}--x--\r\n`

/** Bodies that take longer to parse than their length suggests. */
const COSTLY: Record<string, { type: string; body: string }> = {
  'half a million pairs without a value': { type: FORM, body: fill('a&', MEBIBYTE) },
  'escaped pairs without a value': { type: FORM, body: fill('%41&', MEBIBYTE) },
  '20,000 parts of a form': { type: MULTIPART, body: parts(20_000) },
  'lists in lists': { type: 'application/json', body: `${'['.repeat(500_000)}${']'.repeat(500_000)}` },
  'objects in objects': { type: 'application/json', body: `${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}` },
}

for (const [what, { type, body }] of Object.entries(COSTLY))
  for (const length of ['declared', 'in chunks'] as const)
    test(`1 MB of ${what}, ${length}, is refused without parsing and delays no other request`, async ({
      app,
      visitor,
    }) => {
      const idle = await slowestOf(visitor, Promise.all(Array.from({ length: 10 }, () => visitor.get('/healthz'))))
      const refusals = Promise.all(
        ['/login', ENTER, SET_NAME, CHANGE_NAME].flatMap((path) =>
          Array.from({ length: 3 }, () => statusOf(app, path, type, body, length === 'in chunks')),
        ),
      )
      const slowest = await slowestOf(visitor, refusals)
      expect(new Set(await refusals)).toEqual(new Set([413]))
      expect(slowest, `${idle} ms without them`).toBeLessThan(TIMEOUT_MS)
    })

test('bodies are limited to 16 KB for forms and 64 KB for server functions; other methods accept none', async ({
  app,
  visitor,
}) => {
  await visitor.signIn(await newUserEmail(app))
  const json = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin: app.url }
  const form = { ...json, 'content-type': FORM }
  const send = async (method: string, path: string, bytes: number, headers: Record<string, string>) =>
    (await visitor.send(method, path, 'x'.repeat(bytes), headers)).status
  for (const [path, headers, limit] of [
    ['/login', form, 16_384],
    [SET_NAME, form, 16_384],
    [ENTER, json, 16_384],
    [CHANGE_NAME, json, 65_536],
  ] as const) {
    expect(await send('POST', path, limit, headers)).toBe(400)
    expect(await send('POST', path, limit + 1, headers)).toBe(413)
  }
  expect(await send('PUT', '/login', 0, json)).toBe(405)
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) expect(await send(method, CHANGE_NAME, 1, json)).toBe(413)
})

test('a server function that no form on a page submits to accepts no form bodies', async ({ app, visitor }) => {
  await visitor.signIn(await newUserEmail(app, { name: 'Pat Person' }))
  for (const [type, body] of [
    [FORM, 'name=Zoe'],
    [`${FORM}; charset=utf-8`, 'name=Zoe'],
    [MULTIPART, `--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nZoe\r\n--x--\r\n`],
    ['Multipart/Form-Data; boundary=x', parts(1)],
  ] as const)
    expect(await visitor.send('POST', CHANGE_NAME, body, { origin: app.url, 'content-type': type })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    })
  const named = await visitor.send('POST', SET_NAME, 'name=Zoe', { origin: app.url, 'content-type': FORM })
  expect(named.status).toBe(200)
})

test('a connection serves further requests after a body that is too large was refused', async ({ app }) => {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  for (const chunked of [true, false]) {
    text = ''
    socket.write(requestBytes(app, '/login', FORM, 'a'.repeat(MEBIBYTE), chunked))
    socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
    await expect.poll(() => text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
  }
  socket.destroy()
})

/** Returns the duration of the slowest response of /healthz until `work` is done, in milliseconds. */
async function slowestOf(visitor: Visitor, work: Promise<unknown>): Promise<number> {
  let isDone = false
  const done = work.finally(() => (isDone = true))
  let slowest = 0
  do {
    const askedAt = performance.now()
    expect((await visitor.get('/healthz')).status).toBe(200)
    slowest = Math.max(slowest, performance.now() - askedAt)
  } while (!isDone)
  await done
  return slowest
}

/** Sends the whole body at once, even if the server refuses it early. @returns the status of the response */
async function statusOf(app: App, path: string, type: string, body: string, inChunks: boolean): Promise<number> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write(requestBytes(app, path, type, body, inChunks))
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(/^HTTP\/1\.1 (\d+)/.exec(answer.toString('latin1'))?.[1])
}

function requestBytes(app: App, path: string, type: string, body: string, inChunks: boolean): string {
  const framing = inChunks ? 'transfer-encoding: chunked' : `content-length: ${body.length}`
  const head = [`POST ${path} HTTP/1.1`, 'host: localhost', `origin: ${app.url}`, `content-type: ${type}`, framing]
  return `${head.join('\r\n')}\r\n\r\n${inChunks ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : body}`
}
