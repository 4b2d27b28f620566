import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { someEmail, startApp, type App } from '../e2e/support/app.ts'
import setUp from '../e2e/support/global-set-up.ts'
import { Visitor } from '../e2e/support/visitor.ts'

/** What one process and what two carry, what they cost, and what memory grows to. `npm run bench:processes` */
const CONNECTIONS = 20
const WARM_UP_PAGES = 300
const PAGES = 5_000
const SIGN_INS = 200
const IDLE_MS = 5_000
const TICKS_PER_SECOND = 100
/** As the image is started; without them memory grows to more. */
const BOUNDED = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=16' }

const tearDown = await setUp()
console.log('| processes | pages a second | processor ms a page | sign-ins a second | processor ms a sign-in |', end())
console.log('|---|---|---|---|---|---|---|---|')
await measure('1', { WEB_CONCURRENCY: '1', ...BOUNDED })
await measure('1, memory not bounded', { WEB_CONCURRENCY: '1' })
await measure('2', { WEB_CONCURRENCY: '2', ...BOUNDED })
await tearDown()

function end(): string {
  return `MB idle | MB after ${PAGES.toLocaleString('en')} pages | connections |`
}

async function measure(name: string, env: Record<string, string>) {
  const app = await startApp({ ...env, LOG_LEVEL: 'warn' })
  await pages(app, CONNECTIONS)
  await pause(IDLE_MS)
  const idle = residentMegabytes(app)
  await pages(app, WARM_UP_PAGES)
  const pageCost = await costOf(app, PAGES, () => pages(app, PAGES))
  const grown = residentMegabytes(app)
  const signInCost = await costOf(app, SIGN_INS, () => signIns(app, SIGN_INS))
  const [row] = await app.sql<{ count: number }[]>`
    select count(*)::int from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
  const cells = [name, ...pageCost, ...signInCost, idle.toFixed(0), grown.toFixed(0), row?.count]
  console.log(`| ${cells.join(' | ')} |`)
  await app.stop()
}

/** How often a second it was done, and what it cost the server's processes in milliseconds each. */
async function costOf(app: App, count: number, work: () => Promise<void>): Promise<[string, string]> {
  const [startedAt, spentBefore] = [performance.now(), processorMs(app)]
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  return [(count / seconds).toFixed(0), ((processorMs(app) - spentBefore) / count).toFixed(1)]
}

/** Asks for the sign-in page as a browser does, on connections that are kept. */
async function pages({ url }: App, count: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }
  await inParallel(count, async () => {
    const [response] = (await once(http.get(`${url}/login`, { agent, headers }), 'response')) as [http.IncomingMessage]
    response.resume()
    await once(response, 'end')
    if (response.statusCode !== 200) throw new Error(`/login answered with ${response.statusCode}`)
  })
  agent.destroy()
}

/** Asks for a code, waits for the mail with it, enters it. */
async function signIns(app: App, count: number) {
  await inParallel(count, async () => {
    const { status } = await new Visitor(app).signIn(someEmail())
    if (status !== 200) throw new Error(`signing in answered with ${status}`)
  })
}

async function inParallel(count: number, work: () => Promise<void>) {
  let left = count
  const one = async () => {
    while (left > 0) {
      left -= 1
      await work()
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
}

/** The process that was started, and those that it has started. */
function processesOf({ process: { pid } }: App): string[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean),
  )
  return [String(pid), ...children]
}

/** User and system time, of all processes together. */
function processorMs(app: App): number {
  const ticks = processesOf(app).map((pid) => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user, system] = fields.split(' ').slice(11, 13)
    return Number(user) + Number(system)
  })
  return (ticks.reduce((sum, some) => sum + some, 0) * 1_000) / TICKS_PER_SECOND
}

/** What is resident; the program and its libraries, which processes share, count once. */
function residentMegabytes(app: App): number {
  const own = processesOf(app).map((pid) => megabytes(pid, 'RssAnon'))
  const shared = processesOf(app).map((pid) => megabytes(pid, 'RssFile'))
  return own.reduce((sum, some) => sum + some, 0) + Math.max(...shared)
}

function megabytes(pid: string, field: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`^${field}:\\s*(\\d+)`, 'm').exec(status)?.[1]) / 1_024
}
