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
  /** The number of pages requested before memory is measured. All are rendered, because a cached page allocates nothing. */
  pages: number
  codes: number
  signIns: number
}

/** Measures the start of a server, the rate of its sign-ins, and the growth of its memory. */
export async function measureServer(amounts: Amounts): Promise<void> {
  const starts = []
  for (let start = 0; start < amounts.starts; start += 1) starts.push(await coldStartMs())
  const rows = []
  for (const [name, env] of Object.entries(STARTED_AS)) rows.push([name, ...(await carriedBy(name, env, amounts))])
  const sorted = starts.toSorted((one, other) => one - other)
  await publishSection(
    'Server',
    `From the start of the process to its first page: **${seconds(sorted[0])} s** at best of ${starts.length}, ${seconds(sorted.at(-1))} s at worst.

A code is asked for by a new visitor each time, to the answer; a sign-in is a code that is asked for, mailed, read and
entered, with the session opened at the end. Both by ${CONNECTIONS} connections, the processor's time that of the server alone.

${table(
  [
    'started as',
    'MB idle',
    `MB after ${amounts.pages.toLocaleString('en')} pages`,
    'MB after all this',
    'codes/s',
    'processor ms a code',
    'sign-ins/s',
    'processor ms a sign-in',
  ],
  rows,
)}

Memory is what is resident: some 50 MB of it are Node's own program, which all processes share and which counts once.
Nothing leaks; what a process grows by under load is room that was needed for a moment and is kept, for young objects
and for what compressors had. \`docs/scaling.md\` says how the two options bound it.`,
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

async function carriedBy(name: string, env: Record<string, string>, amounts: Amounts): Promise<string[]> {
  const app = await startApp({ ...env, LOG_LEVEL: 'warn' })
  const { pid } = app.process
  try {
    const headers = { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING }
    const page = { url: `${app.url}/login?redirect=%2Fapp`, pid, headers }
    await costOf(page, CONNECTIONS)
    await pause(IDLE_MS)
    const megabytes = [residentMegabytes(pid)]
    progress(`${name}: ${megabytes[0]?.toFixed(0)} MB idle; asking for ${amounts.pages} pages`)
    await costOf(page, amounts.pages)
    megabytes.push(residentMegabytes(pid))
    progress(
      `${name}: ${megabytes[1]?.toFixed(0)} MB; asking for ${amounts.codes} codes, signing in ${amounts.signIns} people`,
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
      if (status !== 200) throw new Error(`answered with ${status}`)
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
