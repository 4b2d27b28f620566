import { startApp, type App } from '../e2e/support/app.ts'
import type { PageCost, PageTarget } from '../e2e/support/page-cost.ts'
import { CHROMIUM_ACCEPT_ENCODING, CONNECTIONS, costsOf } from '../e2e/support/page-cost.ts'
import { Visitor } from '../e2e/support/visitor.ts'
import { startBarePage } from '../e2e/support/weight.ts'
import { drawBars } from './plot.ts'
import { progress, publishSection, table } from './report.ts'

/** The number of pages requested before the measurement, so that V8 has compiled the frequently used functions. */
const WARM_UP = 500

export const BARE = 'a bare page of the same framework'

/** Measures the cost of pages, compressed and uncompressed, alternating with a bare page of the same framework. */
export async function measurePages({ rounds, pages }: { rounds: number; pages: number }): Promise<void> {
  const bare = await startBarePage()
  const app = await startApp()
  try {
    const user = await cookiesOf(app, 'user@example.com')
    const admin = await cookiesOf(app, 'admin@example.com')
    const page = (path: string, cookie?: string, encoding = CHROMIUM_ACCEPT_ENCODING): PageTarget => ({
      url: `${app.url}${path}`,
      pid: app.process.pid,
      headers: { 'accept-encoding': encoding, ...(cookie && { cookie }) },
    })
    const made = '/login?redirect=%2Fapp'
    const targets = {
      [BARE]: { url: bare.url, pid: bare.pid, headers: { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING } },
      '/login': page('/login'),
      '/login, rendered on request': page(made),
      '/app/repositories': page('/app/repositories', user),
      '/manager/users': page('/manager/users', admin),
      '/login, rendered on request, in brotli': page(made, undefined, 'br'),
      '/login, rendered on request, not compressed': page(made, undefined, 'identity'),
      '/app/repositories, not compressed': page('/app/repositories', user, 'identity'),
      '/manager/users, not compressed': page('/manager/users', admin, 'identity'),
    }
    progress(
      `pages: ${Object.keys(targets).length} in ${rounds} rounds of ${pages} requests, after a warm-up of ${WARM_UP} each`,
    )
    await costsOf(targets, { rounds: 1, pages: WARM_UP })
    const costs = await costsOf(targets, { rounds, pages }, (name, { processorMs, p50 }) =>
      progress(`  ${name}: ${processorMs.toFixed(2)} ms of processor time, median ${p50.toFixed(1)} ms`),
    )
    await publish(costs, { rounds, pages })
  } finally {
    await app.stop()
    await bare.stop()
  }
}

/** Signs in the user with this email address. @returns the Cookie header of the session */
export async function cookiesOf(app: App, email: string): Promise<string> {
  const visitor = new Visitor(app)
  const { status } = await visitor.signIn(email)
  if (status !== 200) throw new Error(`the sign-in returned ${status}`)
  return visitor.cookies()
}

async function publish(costs: Record<string, PageCost>, { rounds, pages }: { rounds: number; pages: number }) {
  const bareMs = costs[BARE]?.processorMs ?? Number.NaN
  const rows = Object.entries(costs).map(([name, { processorMs, perSecond, p50, p95, p99 }]) => [
    name,
    processorMs.toFixed(2),
    `${Math.round((100 * bareMs) / processorMs)} %`,
    perSecond.toFixed(0),
    ...[p50, p95, p99].map((ms) => ms.toFixed(1)),
  ])
  await publishSection(
    'Pages',
    `The production build, requested over ${CONNECTIONS} connections from the same machine, which also runs PostgreSQL and the client. Each page is
requested ${pages} times per round, alternating with the others, after a warm-up of ${WARM_UP} requests; each figure is the best of ${rounds} rounds. Processor
time is that of the serving process only. It is the most reliable figure, because other load on the machine changes it least. Pages are
requested like in Chromium, compressed with zstd, unless the row names another encoding. The bare page is one line of text. \`/login\` without
a parameter is the same for all visitors and is rendered once a minute; with a parameter it is rendered for each visitor, like all
pages of signed-in users.

${table(['page', 'processor, ms', 'rate relative to the bare page', 'pages/s', 'p50, ms', 'p95, ms', 'p99, ms'], rows)}`,
  )
  const shown = Object.entries(costs).slice(0, 5)
  await drawBars(shown.map(([name, { processorMs }]) => ({ name, value: processorMs, isAnchor: name === BARE })))
}
