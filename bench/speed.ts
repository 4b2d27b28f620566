import { readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { someAddress, someEmail, startApp, type App } from '../e2e/support/app.ts'
import setUp from '../e2e/support/global-set-up.ts'
import { answered, AS_A_BROWSER, costsOf, inParallel, type PageTarget } from '../e2e/support/page-cost.ts'
import { Visitor } from '../e2e/support/visitor.ts'
import { startBare } from '../e2e/support/weight.ts'
import { publishSection } from './results.ts'

const ROUNDS = 5
const PAGES = 1_000
/** Fewer than what the fuse over all addresses lets through in an hour. */
const CODES = 800
const IDLE_MS = 5_000

const tearDown = await setUp()
const bare = await startBare()
const startedAt = performance.now()
const app = await startApp()
await answered(`${app.url}/login`)
const coldStart = performance.now() - startedAt
await pause(IDLE_MS)
const memory = await residentMegabytes(app)

const user = await cookiesOf(app, 'user@example.com')
const admin = await cookiesOf(app, 'admin@example.com')
const bareName = 'a bare page of the same framework'
const costs = await costsOf(
  {
    [bareName]: { url: bare.url, pid: bare.pid, headers: { 'accept-encoding': AS_A_BROWSER } },
    '/login': page('/login'),
    '/login with a parameter, made anew': page('/login?redirect=%2Fapp'),
    '/login with a parameter, not compressed': page('/login?redirect=%2Fapp', undefined, 'identity'),
    '/app/repositories': page('/app/repositories', user),
    '/app/repositories, not compressed': page('/app/repositories', user, 'identity'),
    '/manager/users': page('/manager/users', admin),
    '/manager/users, not compressed': page('/manager/users', admin, 'identity'),
  },
  { rounds: ROUNDS, pages: PAGES },
)

const bareMs = costs[bareName].processorMs
const rows = Object.entries(costs).map(
  ([name, { processorMs, perSecond }]) =>
    `| ${name} | ${processorMs.toFixed(2)} | ${Math.round((100 * bareMs) / processorMs)} % | ${perSecond.toFixed(0)} |`,
)
await publishSection(
  'Pages',
  `\`npm run bench:speed\`: the production build, asked by 20 connections of the same machine, whose ${availableParallelism()} cores also
carry PostgreSQL and whoever asks; each page ${PAGES} times in turns, the best of ${ROUNDS} rounds. Processor time is that of the
serving process alone. Pages are asked for as browsers do, in zstd, unless it says otherwise. The bare page is one line of
text in the same framework.

| page | processor time, ms | of a bare page's rate | pages/s |
|---|---|---|---|
${rows.join('\n')}

| what | figure |
|---|---|
| asking for a code, to the answer | ${(await codesPerSecond(app)).toFixed(0)}/s |
| from the start to the first page, with a new database | ${(coldStart / 1_000).toFixed(1)} s |
| memory while idle | ${memory.toFixed(0)} MB |
| memory after all this | ${(await residentMegabytes(app)).toFixed(0)} MB |`,
)

await app.stop()
await bare.stop()
await tearDown()

function page(path: string, cookie?: string, acceptEncoding = AS_A_BROWSER): PageTarget {
  return {
    url: `${app.url}${path}`,
    pid: app.process.pid,
    headers: { 'accept-encoding': acceptEncoding, ...(cookie && { cookie }) },
  }
}

async function codesPerSecond({ url }: App): Promise<number> {
  const begin = performance.now()
  let left = CODES
  await inParallel(async () => {
    while (left > 0) {
      left -= 1
      const headers = { 'content-type': 'application/json', origin: url, 'x-forwarded-for': someAddress() }
      const body = JSON.stringify({ email: someEmail(), type: 'sign-in' })
      await answered(`${url}/api/auth/email-otp/send-verification-otp`, { method: 'POST', headers }, body)
    }
  })
  return (CODES * 1_000) / (performance.now() - begin)
}

async function cookiesOf(at: App, email: string): Promise<string> {
  const visitor = new Visitor(at)
  await visitor.signIn(email)
  return visitor.cookies()
}

async function residentMegabytes({ process: { pid } }: App): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1_024
}
