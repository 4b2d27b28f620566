import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import http from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { someAddress, someEmail, startApp, type App } from '../e2e/support/app.ts'
import setUp from '../e2e/support/global-set-up.ts'
import { Visitor } from '../e2e/support/visitor.ts'
import { startBare } from '../e2e/support/weight.ts'

const CONNECTIONS = 20
const SECONDS = 4
/** Each page is asked for so many times over, in turns; the best counts, for the machine has other things to do too. */
const ROUNDS = 3
/** Fewer than what the fuse over all addresses lets through in an hour. */
const CODES = 800
const IDLE_MS = 5_000

const agent = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })

const tearDown = await setUp()
const bare = await startBare()
const startedAt = performance.now()
const app = await startApp()
await answered(`${app.url}/login`)
const coldStart = performance.now() - startedAt
await pause(IDLE_MS)
const memory = await residentMegabytes(app)

const best = await pagesPerSecond({
  bare: { url: bare.url },
  login: { url: `${app.url}/login` },
  list: { url: `${app.url}/app/repositories`, cookie: await cookiesOfAUser(app) },
})
const share = (count: number) => `${count.toFixed(0)}/s, ${((100 * count) / best.bare).toFixed(0)} % of a bare page`
console.log('| what | figure |\n|---|---|')
console.log(`| a bare page of the same framework | ${best.bare.toFixed(0)}/s |`)
console.log(`| /login | ${share(best.login)} |`)
console.log(`| /app/repositories, signed in | ${share(best.list)} |`)
console.log(`| asking for a code | ${(await codesPerSecond(app)).toFixed(0)}/s |`)
console.log(`| from the start to the first page, with a new database | ${(coldStart / 1_000).toFixed(1)} s |`)
console.log(`| memory while idle | ${memory.toFixed(0)} MB |`)

agent.destroy()
await app.stop()
await bare.stop()
await tearDown()

interface Target {
  url: string
  cookie?: string
}

async function pagesPerSecond<Name extends string>(targets: Record<Name, Target>): Promise<Record<Name, number>> {
  const fastest = {} as Record<Name, number>
  for (let round = 0; round < ROUNDS; round += 1)
    for (const name of Object.keys(targets) as Name[]) {
      const { url, cookie } = targets[name]
      const until = performance.now() + SECONDS * 1_000
      let count = 0
      await inParallel(async () => {
        while (performance.now() < until) {
          await answered(url, { headers: { ...(cookie && { cookie }) } })
          count += 1
        }
      })
      fastest[name] = Math.max(fastest[name] ?? 0, count / SECONDS)
    }
  return fastest
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

async function inParallel(work: () => Promise<void>) {
  await Promise.all(Array.from({ length: CONNECTIONS }, work))
}

/** @throws when the answer is another than 200 */
async function answered(url: string, options: http.RequestOptions = {}, body?: string) {
  const request = http.request(url, { agent, ...options })
  request.end(body)
  const [response] = (await once(request, 'response')) as [http.IncomingMessage]
  response.resume()
  await once(response, 'end')
  if (response.statusCode !== 200) throw new Error(`${url} answered with ${response.statusCode}`)
}

async function cookiesOfAUser(of: App): Promise<string> {
  const visitor = new Visitor(of)
  await visitor.signIn('user@example.com')
  return visitor.cookies()
}

async function residentMegabytes({ process: { pid } }: App): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s*(\d+)/.exec(status)?.[1]) / 1_024
}
