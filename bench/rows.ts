import { randomBytes } from 'node:crypto'
import postgres from 'postgres'
import { databaseOn } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { seedDatabase } from '#db/seed.ts'
import { startApp, type App } from '../e2e/support/app.ts'
import { AS_A_BROWSER, CONNECTIONS, costsOf } from '../e2e/support/page-cost.ts'
import { cookiesOf } from './pages.ts'
import { progress, publishSection, table } from './report.ts'
import { RUNS, statementsTable } from './statements.ts'

const FEW = 1_000
const PATHS = ['/manager/users', '/manager/repositories', '/manager/users?searchTerm=amina', '/manager/dashboard']

interface Amounts {
  /** So many people and so many repositories, in the fuller database. */
  rows: number
  rounds: number
  pages: number
}

/** Measures lists with many rows and with few, by HTTP and in turns, and the product's statements with many. */
export async function measureRows({ rows, rounds, pages }: Amounts): Promise<void> {
  const [few, many] = [await filledDatabase(FEW), await filledDatabase(rows)]
  const apps: App[] = []
  try {
    for (const databaseUrl of [few, many]) apps.push(await startApp({}, { databaseUrl }))
    const [fewTargets = {}, manyTargets = {}] = await Promise.all(apps.map(targetsAt))
    const compared = []
    for (const path of PATHS) {
      const targets = { few: fewTargets[path] ?? none(), many: manyTargets[path] ?? none() }
      const costs = await costsOf(targets, { rounds, pages })
      const ratio = (pick: 'processorMs' | 'p50' | 'p95') => (costs.many[pick] / costs.few[pick]).toFixed(2)
      progress(`${path}: half within ${costs.few.p50.toFixed(1)} ms and ${costs.many.p50.toFixed(1)} ms`)
      compared.push([
        path,
        ...[costs.few.p50, costs.many.p50, costs.few.p95, costs.many.p95].map((ms) => ms.toFixed(1)),
        `${ratio('p50')} / ${ratio('p95')}`,
        ratio('processorMs'),
      ])
    }
    const [less, more] = [FEW, rows].map((count) => count.toLocaleString('en'))
    await publishSection(
      'Rows',
      `The same page of lists with ${less} people and repositories each, and with ${more}, asked in turns by ${CONNECTIONS} connections, each
figure the best of ${rounds} rounds of ${pages}.

${table(
  [
    'page',
    `p50 at ${less}, ms`,
    `p50 at ${more}, ms`,
    `p95 at ${less}, ms`,
    `p95 at ${more}, ms`,
    'ratio of p50 / p95',
    'ratio of processor time',
  ],
  compared,
)}

The product's own statements at ${more}, in the database alone, warm, the fastest of ${RUNS} runs. Pages are of 8 KB. In bold: what
would grow with the rows.

${await statementsTable(many)}`,
    )
  } finally {
    for (const app of apps) await app.stop()
  }
}

async function targetsAt(app: App) {
  const headers = { 'accept-encoding': AS_A_BROWSER, cookie: await cookiesOf(app, 'admin@example.com') }
  return Object.fromEntries(PATHS.map((path) => [path, { url: `${app.url}${path}`, pid: app.process.pid, headers }]))
}

function none(): never {
  throw new Error('there is no such page')
}

/** A database with so many people and repositories, for as long as PostgreSQL runs. */
async function filledDatabase(rows: number): Promise<string> {
  const url = new URL(process.env.E2E_DATABASE_SERVER ?? '')
  const server = postgres(url.href, { max: 1, onnotice: () => undefined })
  url.pathname = `/rows_${randomBytes(6).toString('hex')}`
  await server.unsafe(`create database ${url.pathname.slice(1)} template template0`)
  await server.end()
  await migrateDatabase(url.href)
  const client = postgres(url.href, { max: 1, onnotice: () => undefined })
  await seedDatabase(databaseOn(client), { users: rows, repositories: rows }, (what, done, total) => {
    if (done % 100_000 === 0 || done === total) progress(`filling: ${done} of ${total} ${what}`)
  })
  await client.end()
  return url.href
}
