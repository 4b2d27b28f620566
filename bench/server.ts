import { setTimeout as pause } from 'node:timers/promises'
import { someAddress, someEmail, startApp, type App } from '../e2e/support/app.ts'
import { CHROMIUM_ACCEPT_ENCODING, CONNECTIONS, costOf } from '../e2e/support/page-cost.ts'
import { processorMs, residentMegabytes } from '../e2e/support/server-process.ts'
import { Visitor } from '../e2e/support/visitor.ts'
import { progress, publishSection, table } from './report.ts'

const IDLE_MS = 5_000
/** The settings with which the container image starts the server. */
const BOUNDED = { MALLOC_ARENA_MAX: '2', NODE_OPTIONS: '--max-semi-space-size=16' }
const STARTED_AS: Record<string, Record<string, string>> = {
  'one process, as the image starts it': { WEB_CONCURRENCY: '1', ...BOUNDED },
  'one process, started without the two options': { WEB_CONCURRENCY: '1' },
  'two processes, as the image starts them': { WEB_CONCURRENCY: '2', ...BOUNDED },
}

interface Amounts {
  starts: number
  /** The number of pages requested before memory is measured. No page comes from the cache, which would use no memory. */
  pages: number
  codes: number
  signIns: number
}

/** Measures the start of a server, the rate of its sign-ins, and the growth of its memory. */
export async function measureServer(amounts: Amounts): Promise<void> {
  const starts = []
  for (let start = 0; start < amounts.starts; start += 1) starts.push(await coldStartMs())
  const rows = []
  for (const [name, env] of Object.entries(STARTED_AS)) rows.push([name, ...(await measureSetup(name, env, amounts))])
  const sorted = starts.toSorted((one, other) => one - other)
  await publishSection(
    'Server',
    `From the start of the process to its first page: **${seconds(sorted[0])} s** in the fastest of ${starts.length} starts, ${seconds(sorted.at(-1))} s in the slowest.

Each code is requested by a new visitor, and counts until the response. A sign-in is a code that is requested, sent by email, read and
entered, until the session exists. Both use ${CONNECTIONS} connections. Processor time is that of the server only.

${table(
  [
    'started as',
    'MB idle',
    `MB after ${amounts.pages.toLocaleString('en')} pages`,
    'MB after the sign-ins',
    'codes/s',
    'processor ms per code',
    'sign-ins/s',
    'processor ms per sign-in',
  ],
  rows,
)}

Memory is resident memory. Some 50 MB of it are the program of Node itself, which all processes share and which counts once.
The growth under load is no leak: a process keeps memory that it needed for a moment, for young objects and for
compressors. \`docs/scaling.md\` describes how the two options limit it.`,
  )
}

async function coldStartMs(): Promise<number> {
  const startedAt = performance.now()
  const app = await startApp(BOUNDED)
  try {
    const page = await fetch(`${app.url}/login`)
    await page.text()
    const ms = performance.now() - startedAt
    progress(`start to first page: ${seconds(ms)} s`)
    return ms
  } finally {
    await app.stop()
  }
}

async function measureSetup(name: string, env: Record<string, string>, amounts: Amounts): Promise<string[]> {
  const app = await startApp({ ...env, LOG_LEVEL: 'warn' })
  const { pid } = app.process
  try {
    const headers = { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING }
    const page = { url: `${app.url}/login?redirect=%2Fapp`, pid, headers }
    await costOf(page, CONNECTIONS)
    await pause(IDLE_MS)
    const megabytes = [residentMegabytes(pid)]
    progress(`${name}: ${megabytes[0]?.toFixed(0)} MB idle; requesting ${amounts.pages} pages`)
    await costOf(page, amounts.pages)
    megabytes.push(residentMegabytes(pid))
    progress(
      `${name}: ${megabytes[1]?.toFixed(0)} MB; requesting ${amounts.codes} codes, signing in ${amounts.signIns} users`,
    )
    const codes = await rateOf(app, amounts.codes, askForCode)
    // Wait until all codes are sent. Emails are sent in order, so the sign-ins would otherwise wait for these emails.
    while (app.mail.received.length < amounts.codes) await pause(100)
    const signIns = await rateOf(app, amounts.signIns, signIn)
    megabytes.push(residentMegabytes(pid))
    return [...megabytes.map((some) => some.toFixed(0)), ...codes, ...signIns]
  } finally {
    await app.stop()
  }
}

/** Returns how often `work` is completed per second, and the server's processor time for each, in milliseconds. */
async function rateOf(app: App, count: number, work: (app: App) => Promise<number>): Promise<[string, string]> {
  // Reset the hourly rate limits for all visitors, because a benchmark exceeds them.
  await app.sql`delete from throttle`
  const [startedAt, spentBefore] = [performance.now(), processorMs(app.process.pid)]
  let left = count
  const one = async () => {
    while (left > 0) {
      left -= 1
      const status = await work(app)
      if (status !== 200) throw new Error(`the request was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, one))
  const perSecond = (count * 1_000) / (performance.now() - startedAt)
  return [perSecond.toFixed(0), ((processorMs(app.process.pid) - spentBefore) / count).toFixed(1)]
}

async function askForCode(app: App): Promise<number> {
  const visitor = new Visitor(app)
  visitor.address = someAddress()
  return (await visitor.askForCode(someEmail())).status
}

async function signIn(app: App): Promise<number> {
  return (await new Visitor(app).signIn(someEmail())).status
}

function seconds(ms = Number.NaN): string {
  return (ms / 1_000).toFixed(1)
}
