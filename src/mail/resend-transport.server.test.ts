import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { PermanentMailError, type Mail, type MailTransport } from './mail.ts'
import { resendTransport } from './resend-transport.server.ts'

const MAIL: Mail = { id: 'request-1', to: 'ada@example.com', subject: 'Your code', html: '<p>1</p>', text: '1\n' }

let resend: Server
let transport: MailTransport
let asked: { path: string | undefined; headers: IncomingHttpHeaders; body: unknown }[] = []
let answer = { status: 200, body: { id: 'taken' } as object }

beforeAll(async () => {
  resend = createServer((request, response) => void receiveRequest(request, response)).listen(0, '127.0.0.1')
  await once(resend, 'listening')
})

async function receiveRequest(request: IncomingMessage, response: ServerResponse) {
  const body = request.method === 'POST' ? await json(request) : undefined
  asked.push({ path: request.url, headers: request.headers, body })
  response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer.body))
}

beforeEach(() => {
  asked = []
  answer = { status: 200, body: { id: 'taken' } }
  vi.stubEnv('RESEND_BASE_URL', `http://127.0.0.1:${(resend.address() as AddressInfo).port}`)
  transport = resendTransport('re_test', 'Latchkey <no-reply@latchkey.example>')
})

afterEach(() => vi.unstubAllEnvs())
afterAll(() => resend.close())

test('an email is sent once for its ID, to one recipient, as HTML and plain text', async () => {
  await transport.send(MAIL)
  expect(asked).toMatchObject([
    {
      path: '/emails',
      headers: { authorization: 'Bearer re_test', 'idempotency-key': 'request-1' },
      body: {
        from: 'Latchkey <no-reply@latchkey.example>',
        to: 'ada@example.com',
        subject: 'Your code',
        html: '<p>1</p>',
        text: '1\n',
      },
    },
  ])
})

test.each([
  [422, 'validation_error'],
  [422, 'missing_required_field'],
  [422, 'invalid_parameter'],
])('an email that Resend refuses permanently (%d %s) is not retried', async (status, name) => {
  answer = { status, body: { statusCode: status, name, message: 'no' } }
  await expect(transport.send(MAIL)).rejects.toBeInstanceOf(PermanentMailError)
})

test.each([
  [429, 'rate_limit_exceeded'],
  [429, 'daily_quota_exceeded'],
  [401, 'missing_api_key'],
  [403, 'invalid_api_key'],
  [500, 'application_error'],
])('an email that Resend refuses temporarily (%d %s) can be retried', async (status, name) => {
  answer = { status, body: { statusCode: status, name, message: 'no' } }
  await expect(transport.send(MAIL)).rejects.toThrow(name)
  await expect(transport.send(MAIL)).rejects.not.toBeInstanceOf(PermanentMailError)
})

test('an email can be retried if Resend is unreachable', async () => {
  vi.stubEnv('RESEND_BASE_URL', 'http://127.0.0.1:9')
  const alone = resendTransport('re_test', 'no-reply@latchkey.example')
  await expect(alone.send(MAIL)).rejects.not.toBeInstanceOf(PermanentMailError)
})

test('an email can be retried if Resend does not respond, and a probe fails', async () => {
  const silent = createServer(() => undefined).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  vi.stubEnv('RESEND_BASE_URL', `http://127.0.0.1:${(silent.address() as AddressInfo).port}`)
  const alone = resendTransport('re_test', 'no-reply@latchkey.example', 50)
  const failures = [alone.send(MAIL), alone.probe()].map((answer) => answer.catch((error: unknown) => error))
  for (const failure of await Promise.all(failures)) {
    expect(failure).toBeInstanceOf(Error)
    expect(failure).not.toBeInstanceOf(PermanentMailError)
  }
})

test('a probe succeeds with a key that can only send, and fails if Resend fails', async () => {
  answer = { status: 401, body: { statusCode: 401, name: 'restricted_api_key', message: 'only sends' } }
  await transport.probe()
  answer = { status: 500, body: { statusCode: 500, name: 'application_error', message: 'no' } }
  await expect(transport.probe()).rejects.toThrow('application_error')
})
