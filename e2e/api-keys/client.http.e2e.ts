import { readFileSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { addKey } from '../support/api-keys.ts'
import type { App } from '../support/app.ts'
import { generateClient, type GeneratedClient } from '../support/generated-client.api.ts'
import { addUser } from '../support/users.ts'
import { expect, test } from '../support/test.ts'

interface Options {
  url: string
  key: string
  maxRetries?: number
  maxRetrySeconds?: number
}

/** The functions of client-program.mts. */
interface Program {
  listNames: (options: Options, searchTerm: string) => Promise<string[]>
  inviteToNew: (options: Options, email: string) => Promise<object>
  changeTwice: (options: Options, email: string) => Promise<object>
  refusal: (call: Promise<unknown>) => Promise<object | undefined>
  addUser: (options: Options, body: object) => Promise<{ id: string; isReplayed: boolean }>
  calls: Record<'GET' | 'POST' | 'PATCH' | 'DELETE', (options: Options) => Promise<{ response: Response }>>
}

/** A server that gives these responses in order, and repeats the last; 0 breaks the connection. */
type Scripted = [status: number, retryAfter?: string][]

let client: GeneratedClient
let program: Program

test.beforeAll(async () => {
  const file = path.join(import.meta.dirname, 'client-program.mts')
  client = await generateClient(file)
  program = (await import(pathToFileURL(path.join(client.folder, path.basename(file))).href)) as Program
})
test.afterAll(() => client.remove())

test('the types of the generated client accept a program and the examples of its README, and refuse wrong calls', async () => {
  const readme = readFileSync(path.join(client.folder, 'client/README.md'), 'utf8')
  const [, name = ''] = /^# (.+)$/m.exec(readme) ?? []
  const examples = [...readme.matchAll(/^```ts\n([\s\S]+?)^```$/gm)].map(([, code = '']) => code)
  const given = 'declare const process: { env: Record<string, string | undefined> }, id: string, secret: string'
  const received = 'declare const request: { headers: Headers }, rawBody: string'
  const code = examples.join('\n').replaceAll(`'${name}`, "'client")
  writeFileSync(path.join(client.folder, 'readme.mts'), `${given}\n${received}\n${code}`)
  await client.check()
  writeFileSync(path.join(client.folder, 'wrong.mts'), "import { createClient } from 'client'\ncreateClient({})\n")
  await expect(client.check()).rejects.toThrow(/wrong\.mts.*url/)
})

test('the generated client reads all pages of a list', async ({ app }) => {
  const searchTerm = crypto.randomUUID()
  const names = ['Ada', 'Grace', 'Joan', 'Mary', 'Rosa'].map((name) => `${name} ${searchTerm}`)
  for (const name of names) await addUser(app, { name })
  expect(await program.listNames(await addKeyAndOptions(app), searchTerm)).toEqual(names)
})

test('the generated client reads lists below a row, and lists without pages', async ({ app }) => {
  const email = `${crypto.randomUUID()}@example.com`
  expect(await program.inviteToNew(await addKeyAndOptions(app), email)).toEqual({
    roles: ['owner'],
    invited: [email],
    isListed: true,
  })
})

test('the generated client adds and changes a user, and throws errors with status, code and fields', async ({
  app,
}) => {
  const options = await addKeyAndOptions(app)
  const email = `${crypto.randomUUID()}@example.com`
  expect(await program.changeTwice(options, email)).toEqual({
    made: 'Ada',
    changed: 'Grace',
    refused: { status: 412, code: 'PRECONDITION_FAILED', errors: [] },
    now: 'Grace',
  })
  expect(await program.refusal(program.addUser(options, { email, name: '' }))).toEqual({
    status: 422,
    code: 'INVALID_INPUT',
    errors: [{ field: 'name', code: 'nameRequired', limit: 1 }],
  })
  const { status, code } = { status: 401, code: 'UNAUTHORIZED' }
  const stranger = { ...options, key: 'none' }
  expect(await program.refusal(program.calls.GET(stranger))).toEqual({ status, code, errors: [] })
})

test('a POST whose response is lost is sent again by the generated client and executed once', async ({ app }) => {
  const options = await addKeyAndOptions(app)
  const answers: string[] = []
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    const { authorization, 'content-type': type, 'idempotency-key': once } = request.headers
    const headers = { authorization: authorization ?? '', 'content-type': type ?? '', 'idempotency-key': String(once) }
    const body = await text(request)
    const answer = await fetch(`${app.url}${request.url}`, { method: request.method ?? '', headers, body })
    answers.push(await answer.text())
    if (answers.length === 1) request.socket.destroy()
    else response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(answers.at(-1))
  }
  const proxy = await serve((request, response) => void forward(request, response))
  const email = `${crypto.randomUUID()}@example.com`
  const { id, isReplayed } = await program.addUser({ ...options, url: proxy.url }, { email, name: 'Ada' })
  expect({ id, isReplayed }).toEqual({ id: (JSON.parse(answers[0] ?? '') as { id: string }).id, isReplayed: true })
  expect(answers).toHaveLength(2)
  const rows = await app.sql`select id from "user" where email = ${email}`
  expect([...rows]).toEqual([{ id }])
  proxy.stop()
})

test('the generated client repeats requests after the time in Retry-After', async () => {
  const date = new Date(Date.now() + 3_000).toUTCString()
  const server = await serveScripted([429, '1'], [503, date], [200])
  const options = { url: server.url, key: 'lk_1' }
  expect((await program.calls.GET(options)).response.status).toBe(200)
  expect(server.received.map(({ method }) => method)).toEqual(['GET', 'GET', 'GET'])
  const [first = 0, second = 0, third = 0] = server.received.map(({ at }) => at)
  // Timers can be a few milliseconds early.
  expect(second - first).toBeGreaterThanOrEqual(990)
  expect(third).toBeGreaterThanOrEqual(Date.parse(date) - 10)
  server.stop()
})

test('the generated client repeats a POST with the same Idempotency-Key, a DELETE, and never a PATCH', async () => {
  const server = await serveScripted([503, '0'], [0], [409, '0'], [204])
  const options = { url: server.url, key: 'lk_1' }
  await program.calls.POST(options)
  expect(server.received).toHaveLength(4)
  const [once, ...others] = new Set(server.received.map(({ headers }) => headers['idempotency-key']))
  expect({ once, others }).toEqual({ once: expect.stringMatching(/^[\da-f-]{36}$/), others: [] })
  server.restart([503, '0'], [204])
  await program.calls.DELETE(options)
  expect(server.received).toHaveLength(2)
  server.restart([503, '0'], [204])
  expect(await program.refusal(program.calls.PATCH(options))).toMatchObject({ status: 503 })
  expect(server.received).toHaveLength(1)
  server.stop()
})

test('the generated client gives up after maxRetries, after a long Retry-After, and after any other error', async () => {
  const server = await serveScripted([503, '0'])
  const options = { url: server.url, key: 'lk_1' }
  const gaveUp = { status: 503, code: undefined, errors: [] }
  expect(await program.refusal(program.calls.GET({ ...options, maxRetries: 1 }))).toEqual(gaveUp)
  expect(server.received).toHaveLength(2)
  server.restart([503, '61'], [200])
  expect(await program.refusal(program.calls.GET(options))).toEqual(gaveUp)
  expect(server.received).toHaveLength(1)
  for (const status of [304, 400, 409, 500]) {
    server.restart([status], [200])
    expect(await program.refusal(program.calls.GET(options))).toMatchObject({ status })
    expect(server.received).toHaveLength(1)
  }
  server.stop()
})

async function serve(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

async function serveScripted(...script: Scripted) {
  const received: { method: string | undefined; headers: Record<string, unknown>; at: number }[] = []
  const server = await serve((request, response) => {
    received.push({ method: request.method, headers: request.headers, at: Date.now() })
    const [status = 200, retryAfter] = (script.length > 1 ? script.shift() : script[0]) ?? []
    if (status === 0) request.socket.destroy()
    else response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': retryAfter }).end()
  })
  const restart = (...next: Scripted) => {
    script = next
    received.length = 0
  }
  return { ...server, received, restart }
}

/** Adds an administrator with a key. */
async function addKeyAndOptions(app: App): Promise<Options> {
  return { url: app.url, key: (await addKey(app)).token }
}
