import * as fc from 'fast-check'
import { type App, someEmail } from '../support/app.ts'
import { newUserEmail } from '../support/users.ts'
import { rawGet, rawRequest } from '../support/raw-request.ts'
import { encodePayload } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { textsOf } from '../support/texts.ts'
import { Visitor } from '../support/visitor.ts'

const ENTER = '/api/auth/sign-in/email-otp'
const ASK = '/api/auth/email-otp/send-verification-otp'
const SET_NAME = '/api/onboarding.setName?createServerFn='
const STATE = '/api/login.findCodeRequest?createServerFn=&payload='
const CALL = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', 'x-tsr-serverfn': 'true' }
const MEBIBYTE = 1_048_576
const { errors } = textsOf('en')
/** Matches raw messages of libraries, which responses must not contain: prose, stack traces, names of files. */
const RAW_WORDS = /[a-z]{2,} [a-z]{2,} [a-z]{2,}|\n\s+at |node_modules|\.[cm]?js\b/

type Answer = Awaited<ReturnType<Visitor['get']>>

const nest = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)
const deepNode = (depth: number) =>
  `{"t":${'{"t":9,"i":1,"a":['.repeat(depth)}{"t":0,"s":1}${'],"o":0}'.repeat(depth)},"f":63,"m":[]}`

const BODIES: Record<string, string> = {
  empty: '',
  'not JSON': '{"email":',
  null: 'null',
  'a number': '1e400',
  'a list': '[]',
  'a prototype': '{"__proto__":{"email":"a@example.com","otp":"123456"},"constructor":{"prototype":{"x":1}}}',
  'nested lists': nest(100_000, '[', ']'),
  'nested objects': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'nested nodes': deepNode(20_000),
  'a promise': '{"t":{"t":12,"i":0,"s":1,"f":{"t":2,"s":0}},"f":63,"m":[]}',
  'a node of an unknown type': '{"t":{"t":99},"f":63,"m":[]}',
  'a node that points to itself': '{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[{"t":4,"i":0}]},"o":0},"f":63,"m":[]}',
  'a node that names a prototype': encodePayload({})
    .replace('"k":[]', '"k":["__proto__"]')
    .replace('"v":[]', '"v":[{"t":1,"s":"x"}]'),
  'an unpaired surrogate': '{"email":"\\ud800","otp":"\\udfff"}',
  'a NUL': '{"email":"a\\u0000@example.com"}',
}

test.describe('malformed bodies return 4xx with an error code', () => {
  let signedIn: Visitor
  test.beforeAll(async ({ app }) => {
    signedIn = new Visitor(app)
    await signedIn.signIn(await newUserEmail(app))
  })

  for (const [what, body] of Object.entries(BODIES))
    test(what, async ({ app }) => {
      for (const path of [ENTER, ASK, SET_NAME])
        expectRefused(await signedIn.send('POST', path, body, { ...CALL, origin: app.url }))
      if (body.length < 6_000) expectRefused(await signedIn.get(`${STATE}${encodeURIComponent(body)}`, CALL))
      expect((await signedIn.get('/app')).status).toBe(200)
    })
})

for (const path of [ENTER, SET_NAME, '/login'])
  test(`a body of 2 MB sent to ${path} is refused, with and without Content-Length`, async ({ app, visitor }) => {
    const body = JSON.stringify({ email: 'a'.repeat(2 * MEBIBYTE) })
    const declared = await visitor.send('POST', path, body, { ...CALL, origin: app.url })
    expect(declared).toMatchObject({ status: 413, body: { code: 'PAYLOAD_TOO_LARGE' } })
    expect((await sendInChunks(app, path, body)).status).toBe(413)
  })

test('a URL or a header that is too long is refused', async ({ app, visitor }) => {
  expect((await visitor.get(`/login?redirect=/${'a'.repeat(9_000)}`)).status).toBe(414)
  expect((await visitor.get(`/${'a'.repeat(2_000)}`)).status).toBe(414)
  expect((await rawRequest(app, rawGet(`/${'a'.repeat(100_000)}`))).status).toBe(431)
  expect((await rawRequest(app, rawGet('/login', { cookie: `a=${'b'.repeat(20_000)}` }))).status).toBe(431)
  const manyCookies = Array.from({ length: 200 }, (_, index) => `name${index}=${'b'.repeat(30)}`).join('; ')
  expect((await visitor.get('/login', { cookie: manyCookies })).status).toBe(200)
})

test('malformed cookies open no session', async ({ visitor }) => {
  for (const value of [
    '',
    'x',
    'x.y',
    '.',
    '%',
    '%00',
    '"',
    'a'.repeat(4_000),
    '__proto__',
    '=;=',
    'é'.normalize('NFD').slice(0, 1),
  ]) {
    const cookie = `latchkey.session_token=${value}; latchkey.browser=${value}; lng=${value}`
    expect((await visitor.get('/app', { cookie })).status).toBe(302)
    expect(await visitor.get('/api/auth/get-session', { cookie })).toMatchObject({ status: 200, body: null })
  }
})

test('clients that disconnect in the middle of a body cause no error 500', async ({ app, visitor }) => {
  const half = `POST ${ENTER} HTTP/1.1\r\nhost: localhost\r\norigin: ${app.url}\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"email"`
  const logged = app.log().length
  await Promise.all(Array.from({ length: 50 }, () => rawRequest(app, half, 300).catch(() => undefined)))
  expect((await visitor.get('/login')).status).toBe(200)
  expect(app.log().slice(logged)).not.toContain('"status":500')
})

const anyJson = fc.jsonValue({ maxDepth: 4 })
const oddText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', "' or 1=1 --", '${x}', '%s', '../x', '\u202E'),
)
const loginField = fc.oneof(anyJson, oddText, fc.constant(someEmail()), fc.constant('123456'))

test('no input to the endpoints of sign-in codes causes an error 5xx or a response without an error code', async ({
  app,
}) => {
  const bodies = fc.oneof(anyJson, fc.record({ email: loginField, otp: loginField, type: loginField }))
  await fc.assert(
    fc.asyncProperty(bodies, async (body) => {
      const visitor = new Visitor(app)
      expectRefused(await visitor.post(ENTER, body))
    }),
    { numRuns: 250, timeout: 5_000 },
  )
})

test('no input to a server function causes an error 5xx or exposes messages of libraries', async ({ app }) => {
  const visitor = new Visitor(app)
  await visitor.signIn(await newUserEmail(app, { role: 'admin' }))
  const inputs = fc.oneof(
    anyJson.map((value) => encodePayload(value)),
    anyJson.map((value) => JSON.stringify(value)),
    fc
      .tuple(oddText, fc.nat(400))
      .map(([text, at]) => insertAt(encodePayload({ name: 'Zoë', email: 'a@b.co' }), text, at)),
    fc
      .record({ t: fc.nat(40), i: fc.integer(), s: anyJson, a: anyJson, p: anyJson, f: anyJson })
      .map((node) => JSON.stringify({ t: node, f: 63, m: [] })),
  )
  await fc.assert(
    fc.asyncProperty(inputs, async (payload) => {
      const posted = await visitor.send('POST', SET_NAME, payload, { ...CALL, origin: app.url })
      const read = await visitor.get(`${STATE}${encodeURIComponent(payload.toWellFormed())}`.slice(0, 8_000), CALL)
      for (const { status, body } of [posted, read]) {
        expect(status).toBeLessThan(500)
        if (status >= 400) expect(JSON.stringify(body)).not.toMatch(RAW_WORDS)
      }
    }),
    { numRuns: 250, timeout: 5_000 },
  )
})

function expectRefused({ status, body }: Answer) {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  const { message, ...told } = body as { code?: keyof typeof errors; message?: string }
  // A message must be a text of the catalogue, and never a message of a library.
  if (message !== undefined) expect(message).toBe(errors[told.code ?? 'UNKNOWN_ERROR'])
  const text = JSON.stringify(told)
  expect(text).toMatch(/[A-Z]{2,}_[A-Z_]+/)
  expect(text).not.toMatch(RAW_WORDS)
}

async function sendInChunks(app: App, path: string, body: string): Promise<{ status: number }> {
  const head = [
    'host: localhost',
    `origin: ${app.url}`,
    'content-type: application/json',
    'connection: close',
    'transfer-encoding: chunked',
  ]
  const chunk = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`
  return rawRequest(app, `POST ${path} HTTP/1.1\r\n${head.join('\r\n')}\r\n\r\n${chunk}`)
}

function insertAt(text: string, odd: string, at: number): string {
  return text.slice(0, at) + odd + text.slice(at + odd.length)
}
