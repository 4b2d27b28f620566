import { randomInt } from 'node:crypto'
import { request } from 'node:http'
import * as fc from 'fast-check'
import { type App, startApp } from '../support/app.ts'
import { mainThreadMs, REPORTS_PROCESSOR_TIME } from '../support/main-thread.ts'
import { expect, test } from '../support/test.ts'

/** The maximum cost of any request without a session, as a multiple of the cost of a page. */
const MAX_PAGES = 8
const FUZZING_MS = 20_000
/** The number of tries for each request. The cheapest counts, because other work on the machine only adds to the cost. */
const TRIES = 4

interface FuzzRequest {
  method: string
  path: string
  headers: Record<string, string>
  body?: string
}

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
// The sizes of bodies are above the limits, so that a missing limit is noticed.
const CALL_BYTES = 524_288
const FORM_BYTES = 524_288

const HEADER_BYTES = 14_000
const QUERY_BYTES = 8_000

const PATHS = [
  '/login',
  '/login/verify',
  '/nothing',
  '/',
  '/assets/x.js',
  '/healthz',
  '/api/auth/get-session',
  '/api/auth/callback/github',
  '/api/app-init.initializeApp',
  '/api/dashboard.getDashboard',
  '/api/login.findCodeRequest',
]
const CALLS = [
  '/api/auth/email-otp/send-verification-otp',
  '/api/auth/sign-in/email-otp',
  '/api/auth/sign-in/social',
  '/api/account.changeName?createServerFn=',
  '/api/repositories.createRepository?createServerFn=',
]
const FORM_PATHS = ['/login', '/login/verify', '/api/onboarding.setName?createServerFn=', CALLS[0] ?? '']
const HEADERS = [
  'cookie',
  'accept-language',
  'accept-encoding',
  'accept',
  'if-none-match',
  'if-modified-since',
  'range',
  'x-forwarded-for',
  'forwarded',
  'user-agent',
  'referer',
  'origin',
  'sec-fetch-site',
  'content-type',
  'authorization',
]
/** Pieces that can slow parsers down when they are repeated many times. */
const PIECES = [
  String.raw`a& %41& a= = & ; , % %2 %25 + " \" ' - x- * . / // a=1; theme=dark; timeZone=Europe/ en;q=0.1, en- en-a, *;q=0. br;q=1,`,
  '::1, :: : [ @ a@ a. @a. a aA 0 1e __proto__ é text/html, ;q= bytes=0-1, 0-, W/"a",',
]
  .flatMap((words) => words.split(' '))
  .concat(['a=b; ', 'lng=en; ', 'latchkey.session_token=a.b; ', 'gzip, ', '1.2.3.4, ', '127.0.0.1, ', ' ', '\t'])
const JSON_PIECES = [
  ['[', ']'],
  ['{"a":', '}'],
  ['{"t":10,"i":0,"p":{"k":["a"],"v":[', ']}}'],
  ['{"t":9,"a":[', ']}'],
  ...['0,', '"a",', '"a":1,', String.raw`\u0000`, '\\', '"', '1', '1e', ' '].map((alone) => [alone, '']),
]
const SHELLS = [
  (inside: string) => inside,
  (inside: string) => `{"email":${inside}}`,
  (inside: string) => `{"email":"${inside}","type":"sign-in"}`,
  (inside: string) => `{"data":${inside},"context":{}}`,
  (inside: string) => `{"t":${inside},"f":63,"m":[]}`,
  (inside: string) => `{"t":{"t":10,"i":0,"p":{"k":["data"],"v":[${inside}]},"o":0},"f":63,"m":[]}`,
  (inside: string) => `[${inside}]`,
]

const piece = fc.constantFrom(...PIECES)
const pieces = (bytes: number) =>
  fc
    .tuple(
      fc.array(piece, { minLength: 1, maxLength: 3 }),
      fc.array(piece, { maxLength: 2 }),
      fc.double({ min: 0.05, max: 1, noNaN: true }),
    )
    .map(([repeated, last, share]) => `${repeatToFill(repeated.join(''), bytes * share ** 3)}${last.join('')}`)

const inHeaders = fc
  .record({
    path: fc.constantFrom(...PATHS),
    headers: fc.dictionary(fc.constantFrom(...HEADERS), pieces(HEADER_BYTES / 2), { minKeys: 1, maxKeys: 2 }),
  })
  .map((made): FuzzRequest => ({ method: 'GET', ...made }))
const inQuery = fc
  .record({
    path: fc.constantFrom(...PATHS),
    name: fc.constantFrom('', 'redirect=', 'email=', 'error=', 'lng=', 'state=', 'payload=', 'wait='),
    text: pieces(QUERY_BYTES / 2),
  })
  .map(({ path, name, text }): FuzzRequest => ({
    method: 'GET',
    path: `${path}?${name}${encodeURI(text).slice(0, QUERY_BYTES)}`,
    headers: {},
  }))
const inPath = pieces(QUERY_BYTES / 2).map((text): FuzzRequest => ({
  method: 'GET',
  path: `/${encodeURI(text).slice(0, QUERY_BYTES)}`,
  headers: {},
}))
const inForm = fc
  .record({
    path: fc.constantFrom(...FORM_PATHS),
    type: fc.constantFrom(FORM, MULTIPART, `${FORM}; charset=utf-8`),
    text: pieces(FORM_BYTES),
    isShaped: fc.boolean(),
  })
  .map(({ path, type, text, isShaped }): FuzzRequest => ({
    ...postRequest(path, type),
    body: (type === MULTIPART && isShaped
      ? repeatToFill(`--x\r\ncontent-disposition: form-data; name="${text.slice(0, 40)}"\r\n\r\n\r\n`, FORM_BYTES)
      : `${isShaped ? 'intent=ask-for-code&email=' : ''}${text}`
    ).slice(0, FORM_BYTES),
  }))
const inJson = fc
  .record({
    path: fc.constantFrom(...CALLS),
    parts: fc.constantFrom(...JSON_PIECES),
    middle: fc.constantFrom('', '1', '"a"', '"a":1'),
    shell: fc.constantFrom(...SHELLS),
    share: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map(({ path, parts: [begin = '', end = ''], middle, shell, share }): FuzzRequest => {
    const room = (path.startsWith('/api/auth') ? FORM_BYTES : CALL_BYTES) - shell('').length - middle.length
    const times = Math.max(1, Math.floor((share ** 3 * room) / (begin.length + end.length)))
    return {
      ...postRequest(path, 'application/json'),
      body: shell(`${begin.repeat(times)}${middle}${end.repeat(times)}`),
    }
  })

/** Requests that once kept a node busy for seconds. */
const KNOWN_CASES: FuzzRequest[] = [
  { ...postRequest('/login', FORM), body: repeatToFill('a&', FORM_BYTES) },
  { ...postRequest('/api/account.changeName?createServerFn=', FORM), body: repeatToFill('%41&', FORM_BYTES) },
  {
    ...postRequest('/login', MULTIPART),
    body: repeatToFill('--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n', FORM_BYTES),
  },
  { ...postRequest(CALLS[3] ?? '', 'application/json'), body: `${'['.repeat(260_000)}${']'.repeat(260_000)}` },
]

test('no request without a session causes an error 5xx or costs more processor time than eight pages', async () => {
  test.setTimeout(90_000)
  const app = await startApp(REPORTS_PROCESSOR_TIME)
  const seed = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
  test.info().annotations.push({ type: 'seed', description: `FUZZ_SEED=${seed}` })
  const page = await costOfPage(app)
  let dearest: [number, string] = [0, '']
  await fc.assert(
    fc.asyncProperty(fc.oneof(inHeaders, inQuery, inPath, inForm, inJson), async (sent) => {
      const { status, ms } = await cheapest(app, sent, MAX_PAGES * page)
      if (ms > dearest[0]) dearest = [ms, describeRequest(sent)]
      expect(status, describeRequest(sent)).toBeLessThan(500)
      expect(ms / page, `${describeRequest(sent)}: ${ms} ms, a page ${page} ms`).toBeLessThan(MAX_PAGES)
    }),
    {
      seed,
      examples: KNOWN_CASES.map((sent): [FuzzRequest] => [sent]),
      numRuns: 5_000,
      interruptAfterTimeLimit: FUZZING_MS,
      markInterruptAsFailure: false,
      endOnFailure: true,
    },
  )
  test.info().annotations.push({ type: 'dearest', description: `${dearest.join(' ms: ')}; a page takes ${page} ms` })
  expect(
    app
      .log()
      .split('\n')
      .filter((line) => line.includes('"level":"error"')),
  ).toEqual([])
  await app.stop()
})

/** Returns the cost of a page that is rendered for a visitor, after all code has run a few times. */
async function costOfPage(app: App): Promise<number> {
  const costs: number[] = []
  for (let round = 0; round < 40; round += 1)
    costs.push((await workOf(app, { method: 'GET', path: '/login?redirect=%2Fapp', headers: {} })).ms)
  return costs.slice(20).toSorted((one, other) => one - other)[10] ?? 0
}

async function cheapest(app: App, sent: FuzzRequest, enough: number) {
  let best = await workOf(app, sent)
  for (let turn = 1; turn < TRIES && best.ms >= enough; turn += 1) {
    const again = await workOf(app, sent)
    if (again.ms < best.ms) best = again
  }
  return best
}

async function workOf(app: App, sent: FuzzRequest) {
  const before = await mainThreadMs(app)
  const status = await statusOf(app, sent)
  return { status, ms: (await mainThreadMs(app)) - before }
}

function statusOf(app: App, { method, path, headers, body }: FuzzRequest): Promise<number> {
  return new Promise((resolve, reject) => {
    const asked = request(`${app.url}${path}`, {
      method,
      headers: { ...(body !== undefined && { origin: app.url }), ...latin(headers) },
      agent: false,
    })
    asked.once('response', (response) =>
      response
        .resume()
        .once('end', () => resolve(response.statusCode ?? 0))
        .once('error', reject),
    )
    asked.once('error', reject)
    asked.end(body)
  })
}

function latin(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t -~\u0080-ÿ]/g, '').trim()]),
  )
}

function postRequest(path: string, type: string) {
  return { method: 'POST', path, headers: { 'content-type': type, 'x-tsr-serverfn': 'true' } }
}

function repeatToFill(text: string, bytes: number): string {
  return text.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(text))))
}

function describeRequest({ method, path, headers, body = '' }: FuzzRequest): string {
  const shortHeaders = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value.slice(0, 60)}… (${value.length})`,
  )
  return `${method} ${path.slice(0, 120)} (${path.length}) ${shortHeaders.join('; ')} ${body.slice(0, 120)} (${body.length})`
}
