import { execFileSync, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { appConfig } from '#app.config'
import { exportedName } from '#instrumentation/instruments.server.ts'
import { METRICS } from '#instrumentation/metrics.server.ts'
import { type App, freePort, someEmail } from '../support/app.ts'
import { addVisitor, newUserEmail } from '../support/users.ts'
import { parseExposition, type Sample, sumOf } from './prometheus.ts'
import { callFunction } from '../support/server-function.ts'
import { expect, test } from '../support/test.ts'
import { Visitor } from '../support/visitor.ts'

const ROOT = path.resolve(import.meta.dirname, '../..')
const OBSERVABILITY = path.join(ROOT, 'deploy/telemetry')
const REQUESTS = 'http_server_request_duration_seconds_count'
const SUFFIXES: Record<string, string> = { s: '_seconds', By: '_bytes', '': '' }

async function scrape(port: number): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`)
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  return response.text()
}

/** Starts a node of two processes, with one port for the metrics of both. */
async function startMeasured(app: App, env: Record<string, string> = {}) {
  const port = await freePort()
  const node = await app.startNode({ WEB_CONCURRENCY: '2', METRICS_PORT: String(port), ...env })
  const samples = async () => parseExposition(await scrape(port))
  await expect.poll(async () => numbersIn(await samples())).toEqual(['1', '2'])
  return { node, port, samples }
}

function numbersIn(samples: Sample[]): string[] {
  return [...new Set(samples.map(({ labels }) => labels.process ?? ''))].sort()
}

test('events in all processes are counted once each, with route patterns and without data of users', async ({
  app,
}) => {
  const { node, port, samples } = await startMeasured(app)
  const before = await samples()
  const risen = async (name: string, labels: Record<string, string>) =>
    sumOf(await samples(), name, labels) - sumOf(before, name, labels)

  const { visitor } = await addVisitor(app)
  const here = visitor.at(node)
  for (let round = 0; round < 6; round += 1) {
    const fresh = { connection: 'close' }
    expect((await new Visitor(node).get('/login', fresh)).status).toBe(200)
    expect((await here.get(`/app/repositories/${crypto.randomUUID()}`, fresh)).status).toBe(404)
    expect((await here.get(`/nowhere/${someEmail()}`, fresh)).status).toBe(404)
    expect((await here.get(`/api/${crypto.randomUUID()}`, fresh)).status).toBe(404)
    expect((await here.send('PROPFIND', `/nowhere/${round}`, undefined, fresh)).status).toBe(405)
  }
  expect((await here.get('/app/repositories')).status).toBe(200)
  expect((await new Visitor(node).get('/app/repositories')).status).toBe(302)
  expect((await callFunction(here, 'repositories.getRepositoryCount', { searchTerm: '' })).status).toBe(200)
  expect(await risen(REQUESTS, { http_route: '/login', http_response_status_code: '200' })).toBe(6)
  expect(await risen(REQUESTS, { http_route: '/app/repositories/$id', http_response_status_code: '404' })).toBe(6)
  expect(await risen(REQUESTS, { http_route: '/app/repositories', http_response_status_code: '302' })).toBe(1)
  expect(await risen(REQUESTS, { http_route: '/api/repositories.getRepositoryCount' })).toBe(1)
  expect(await risen(REQUESTS, { http_request_method: '_OTHER', http_response_status_code: '405' })).toBe(6)
  expect(await risen('db_client_operation_duration_seconds_count', {})).toBeGreaterThan(6)

  const email = await newUserEmail(app)
  const user = new Visitor(node)
  expect((await user.askForCode(email)).status).toBe(200)
  expect((await user.askForCode(email)).status).toBe(429)
  const code = await app.mail.codeFor(email)
  expect((await user.enterCode(email, code === '000000' ? '000001' : '000000')).status).toBe(400)
  expect((await user.enterCode(email, code)).status).toBe(200)
  expect(await risen(`${appConfig.slug}_sign_ins_total`, { method: 'code', outcome: 'ok' })).toBe(1)
  expect(await risen(`${appConfig.slug}_sign_ins_total`, { method: 'code', outcome: 'INVALID_OTP' })).toBe(1)
  expect(await risen(`${appConfig.slug}_limits_reached_total`, { limit: 'pause' })).toBe(1)

  const text = await scrape(port)
  expect(text).not.toMatch(/@|%40|nowhere|[0-9a-f]{8}-[0-9a-f]{4}|PROPFIND/)
  const checked = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' })
  // promtool rejects a suffix that OpenTelemetry's conventions prescribe for this gauge.
  const complaints = checked.stderr?.split('\n').filter((line) => !/^(db_client_connection_count .*)?$/.test(line))
  if (checked.error === undefined) expect(complaints).toEqual([])
  expect((await here.get('/metrics')).status).toBe(404)
  await node.stop()
})

test('metrics are served only on loopback, regardless of the address that the server listens on', async ({ app }) => {
  const port = await freePort()
  const node = await app.startNode({ HOST: '0.0.0.0', METRICS_PORT: String(port) })
  await expect.poll(() => scrape(port)).toContain('# HELP')
  // 127.0.0.2 is an address of this machine too, but metrics listen only on 127.0.0.1 by default.
  const elsewhere = new URL(node.url)
  elsewhere.hostname = '127.0.0.2'
  expect((await fetch(new URL('/healthz', elsewhere))).status).toBe(200)
  elsewhere.port = String(port)
  await expect(fetch(new URL('/metrics', elsewhere))).rejects.toThrow('fetch failed')
  await node.stop()
})

for (const processes of ['1', '2'])
  test(`a METRICS_PORT in use stops the start with one sentence (WEB_CONCURRENCY ${processes})`, async ({ app }) => {
    const port = new URL(app.url).port
    const failure = app.startNode({ WEB_CONCURRENCY: processes, METRICS_PORT: port, LOG_LEVEL: 'silent' })
    await expect(failure).rejects.toThrow(
      /did not start:\nMETRICS_PORT \d+ is already in use on 127\.0\.0\.1: [^\n]+\n$/,
    )
  })

test('a replaced process keeps its number in the metrics, and queued jobs are counted', async ({ app }) => {
  const { node, samples } = await startMeasured(app)
  const [line] = node.log().match(/"pid":\d+/) ?? []
  process.kill(Number(line?.slice(6)), 'SIGKILL')
  await expect.poll(async () => sumOf(await samples(), 'process_uptime_seconds') > 0).toBe(true)
  await expect.poll(async () => numbersIn(await samples())).toEqual(['1', '2'])
  const [queued] = await app.sql`
    select id from graphile_worker.add_job('send-account-notice', '{}'::json, run_at => now() + interval '1 hour')`
  await expect
    .poll(async () => sumOf(await samples(), `${appConfig.slug}_queue_jobs`, { state: 'scheduled', process: '1' }))
    .toBe(1)
  await app.sql`select graphile_worker.complete_jobs(array[${queued?.id}]::bigint[])`
  await node.stop()
})

test('every metric that the alerts and the dashboard use is exported', async ({ app }) => {
  const { node, port } = await startMeasured(app)
  const text = await scrape(port)
  const there = new Set(
    Object.entries(METRICS).flatMap(([name, { kind, unit }]) => {
      const base = `${exportedName(name).replaceAll('.', '_')}${SUFFIXES[unit]}`
      if (kind === 'histogram') return ['_bucket', '_sum', '_count'].map((end) => base + end)
      return [kind === 'gauge' ? base : `${base}_total`]
    }),
  )
  // Expect only gauges and metrics of the process, because other counters and histograms are exported after their first event.
  for (const name of there)
    if (!/_(total|bucket|sum|count)$/.test(name) || name.startsWith('process_')) expect(text).toContain(`\n${name}{`)
  const named = await Promise.all(
    ['alerts.yml', 'dashboard.json'].map((file) => readFile(path.join(OBSERVABILITY, file), 'utf8')),
  )
  const names =
    named.join('\n').match(new RegExp(`\\b(?:http|db|${appConfig.slug}|nodejs|v8js|process)_\\w+`, 'g')) ?? []
  const labels =
    /^(http_route|http_response_status_code|http_request_method|db_client_connection_state|db_operation_name)$/
  expect([...new Set(names)].filter((name) => !there.has(name) && !labels.test(name))).toEqual([])
  await node.stop()
})

test('promtool accepts the alert rules and their tests pass', () => {
  const rules = path.join(OBSERVABILITY, 'alerts.yml')
  const checked = spawnSync('promtool', ['check', 'rules', rules], { encoding: 'utf8' })
  test.skip(checked.error !== undefined, 'promtool is not installed here')
  expect(checked).toMatchObject({ status: 0 })
  const tests = ['alerts.test.yml', 'alerts-one-by-one.test.yml'].map((file) => path.join(OBSERVABILITY, file))
  execFileSync('promtool', ['test', 'rules', ...tests])
})

/** Starts a server on loopback that stores all requests it receives. */
async function startReceiver() {
  const received: { url: string; headers: Record<string, unknown>; body: Buffer }[] = []
  const server = createServer((request, response) => {
    void buffer(request)
      .then((body) => received.push({ url: request.url ?? '', headers: request.headers, body }))
      .then(() => response.end('{}'))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { received, port, stop: () => server.close() }
}

test('an OpenTelemetry collector gets spans of requests, functions and queries, without data of users', async ({
  app,
}) => {
  const collector = await startReceiver()
  const node = await app.startNode({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${collector.port}` })
  const email = await newUserEmail(app, { name: 'Grace Traced' })
  const visitor = new Visitor(node)
  await visitor.askForCode(email)
  const code = await app.mail.codeFor(email)
  expect((await visitor.enterCode(email, code)).status).toBe(200)
  expect((await visitor.get(`/app/repositories?search=${email}`)).status).toBe(200)
  await node.stop()
  collector.stop()
  const traces = collector.received.filter(({ url }) => url === '/v1/traces').map(({ body }) => body.toString('latin1'))
  const sent: string = traces.join('\n')
  for (const name of [
    'GET /app/repositories',
    'server function listRepositories',
    'SELECT',
    'POST /api/auth/sign-in/email-otp',
  ])
    expect([name, sent.includes(name)]).toEqual([name, true])
  expect(collector.received.some(({ url }) => url === '/v1/metrics')).toBe(true)
  // Spans that better-auth would create by itself are not sent.
  expect(sent).not.toContain('better-auth')
  for (const secret of [email, 'Grace Traced', visitor.address, visitor.cookie('latchkey.session_token') ?? '?'])
    expect(sent.includes(secret)).toBe(false)
})

test("an OpenTelemetry collector that doesn't respond delays a stop by at most four seconds", async ({ app }) => {
  const hanging = createServer(() => {})
  hanging.listen(0, '127.0.0.1')
  await once(hanging, 'listening')
  const { port } = hanging.address() as AddressInfo
  const stopMsOf = async (env: Record<string, string>) => {
    const node = await app.startNode(env)
    expect((await new Visitor(node).get('/login')).status).toBe(200)
    const start = performance.now()
    await node.stop()
    return performance.now() - start
  }
  const alone = await stopMsOf({})
  const withCollector = await stopMsOf({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` })
  hanging.closeAllConnections()
  hanging.close()
  expect(withCollector - alone).toBeLessThan(4_000)
})

test('the error tracker gets an unexpected error with its id, route and release, without data of the user', async ({
  app,
}) => {
  const tracker = await startReceiver()
  const node = await app.startNode({ SENTRY_DSN: `http://public@127.0.0.1:${tracker.port}/sub/42` })
  const { visitor, email } = await addVisitor(app, { role: 'admin' })
  await app.sql`alter table repository rename column description to described`
  const here = visitor.at(node)
  const input = {
    name: `mine-${email}`,
    link: 'https://a.example/s3cret',
    description: 's3cret',
    language: '',
    topics: '',
  }
  const { error } = await callFunction(here, 'repositories.createRepository', input, 'POST')
  expect((await here.get(`/manager/repositories?search=${email}`)).status).toBe(500)
  await app.sql`alter table repository rename column described to description`
  await expect.poll(() => tracker.received.length).toBeGreaterThan(1)
  const errorId = String(error?.details?.errorId)
  const report = tracker.received.find(({ body }) => body.includes(errorId))
  expect(report).toMatchObject({ url: '/sub/api/42/envelope/' })
  expect(report?.headers['x-sentry-auth']).toContain('sentry_key=public')
  const lines = String(report?.body).trim().split('\n')
  expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { event_id: errorId.replaceAll('-', '') },
    { type: 'event' },
    {
      transaction: '/api/repositories.createRepository',
      tags: { error_id: errorId },
      release: expect.stringMatching(/^\d/) as unknown,
    },
  ])
  const all = tracker.received.map(({ body }) => String(body)).join('\n')
  expect(all).toContain('"transaction":"/manager/repositories')
  for (const secret of [email, 's3cret', here.address, 'cookie', here.cookie('latchkey.session_token') ?? '?'])
    expect(all).not.toContain(secret)
  await node.stop()
  tracker.stop()
})

test('without telemetry settings, no telemetry code is loaded', async () => {
  const folder = path.join(ROOT, 'dist/server')
  const seen = new Map<string, string>()
  const load = async (file: string): Promise<void> => {
    if (seen.has(file)) return
    const source = await readFile(path.join(folder, file), 'utf8')
    seen.set(file, source)
    await Promise.all([...source.matchAll(/(?:from|import) ?"\.\/([^"]+\.js)"/g)].map(([, name = '']) => load(name)))
  }
  await Promise.all(['serve.js', 'server.js'].map(load))
  expect(seen.size).toBeGreaterThan(10)
  for (const [file, source] of seen)
    expect([file, /PrometheusSerializer|BatchSpanProcessor/.test(source)]).toEqual([file, false])
})
