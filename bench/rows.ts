import path from 'node:path'
import postgres from 'postgres'
import { databaseOn } from '#db/client.ts'
import { migrateDatabase } from '../scripts/database/migrate.ts'
import { seedDatabase } from '../scripts/database/seed.ts'
import { someEmail, startApp, type App } from '../e2e/support/app.ts'
import { startLocalDatabase } from '../scripts/support/local-database.ts'
import { addOnboardedUser } from '../e2e/support/login-pages.ts'
import { CHROMIUM_ACCEPT_ENCODING, CONNECTIONS, costsOf, type PageTarget } from '../e2e/support/page-cost.ts'
import { cookiesOf } from './pages.ts'
import { progress, publishSection, table } from './report.ts'
import { RUNS, statementsTable } from './statements.ts'

const FEW = 1_000
const PATHS = [
  '/manager/users',
  '/manager/users?sort=name',
  '/manager/users?searchTerm=amina',
  '/manager/users?searchTerm=person500001',
  '/manager/users?status=banned',
  '/app/repositories',
  '/app/repositories?sort=name',
  '/app/repositories?searchTerm=atlas',
  // The topic atlas matches no repository, the topic beacon one in twenty.
  '/app/repositories?topic=atlas',
  '/app/repositories?topic=beacon',
  '/manager/dashboard',
]
/** The number of sessions among which the requests are divided, because the server limits concurrent searches per session. */
const SESSIONS = 10
/** The lists whose second page is measured, too. */
const NEXT_OF = ['/manager/users', '/app/repositories?sort=name']

interface BenchmarkSize {
  /** The number of users, and also the number of repositories, in the larger database. */
  rows: number
  rounds: number
  pages: number
  /** The folder of the databases. The next run with this folder reuses them, and completes a partly filled database. */
  folder?: string | undefined
}

/** Measures lists with few and with many rows alternately over HTTP, and the product's SQL statements with many rows. */
export async function measureRows({ rows, rounds, pages, folder }: BenchmarkSize): Promise<void> {
  const server = folder === undefined ? undefined : await startLocalDatabase(path.resolve(folder))
  const apps: App[] = []
  try {
    const serverUrl = server?.adminUrl ?? process.env.E2E_DATABASE_SERVER ?? ''
    const [few, many] = [await filledDatabase(serverUrl, FEW), await filledDatabase(serverUrl, rows)]
    for (const databaseUrl of [few, many]) apps.push(await startApp({}, { databaseUrl }))
    const compared = await comparedPages(await Promise.all(apps.map(targetsAt)), { rounds, pages })
    await publish(compared, { rows, rounds, pages }, await statementsTable(many))
  } finally {
    for (const app of apps) await app.stop()
    await server?.stop()
  }
}

async function comparedPages(
  [few = {}, many = {}]: Record<string, PageTarget>[],
  amounts: { rounds: number; pages: number },
): Promise<string[][]> {
  const compared: string[][] = []
  for (const page of Object.keys(few)) {
    const targets = { few: few[page] ?? throwNoPage(), many: many[page] ?? throwNoPage() }
    compared.push([page, ...(await comparisonOf(targets, amounts))])
    progress(compared.at(-1)?.join('  ') ?? '')
  }
  return compared
}

async function comparisonOf(
  targets: Record<'few' | 'many', PageTarget>,
  amounts: { rounds: number; pages: number },
): Promise<string[]> {
  const { few, many } = await costsOf(targets, amounts)
  const ratio = (pick: 'processorMs' | 'p50' | 'p95') => (many[pick] / few[pick]).toFixed(2)
  const times = [few.p50, many.p50, few.p95, many.p95].map((ms) => ms.toFixed(1))
  return [...times, `${ratio('p50')} / ${ratio('p95')}`, ratio('processorMs')]
}

async function publish(
  compared: string[][],
  { rows, rounds, pages }: BenchmarkSize,
  statements: string,
): Promise<void> {
  const [less, more] = [FEW, rows].map((count) => count.toLocaleString('en'))
  await publishSection(
    'Rows',
    `The same pages of lists with ${less} users and ${less} repositories, and with ${more} of each, requested alternately over ${CONNECTIONS} connections. Each
figure is the best of ${rounds} rounds of ${pages} requests.

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

The product's SQL statements with ${more} rows, measured in the database, with a warm cache; the fastest of ${RUNS} runs. A page of the
database has 8 KB. Bold: costs that grow with the number of rows.

${statements}`,
  )
}

async function targetsAt(app: App): Promise<Record<string, PageTarget>> {
  const sessions: string[] = []
  for (let count = 0; count < SESSIONS; count += 1) sessions.push(await administratorAt(app))
  let turn = 0
  const cookies = () => sessions[turn++ % SESSIONS] ?? throwNoPage()
  const headers = { 'accept-encoding': CHROMIUM_ACCEPT_ENCODING }
  const target = (page: string) => ({ url: `${app.url}${page}`, pid: app.process.pid, headers, cookies })
  const targets: Record<string, PageTarget> = Object.fromEntries(PATHS.map((page) => [page, target(page)]))
  for (const page of NEXT_OF) {
    const html = await (await fetch(`${app.url}${page}`, { headers: { cookie: cookies() } })).text()
    const next = new URL(`${app.url}${page}`)
    next.searchParams.set('after', cursorIn(html))
    targets[`${page}, the next page`] = target(`${next.pathname}${next.search}`)
  }
  return targets
}

async function administratorAt(app: App): Promise<string> {
  const email = await addOnboardedUser(app, someEmail('bench'))
  await app.sql`update "user" set role = 'admin' where email = ${email}`
  return cookiesOf(app, email)
}

/** Finds the cursor of the next page in the HTML of a list. */
function cursorIn(html: string): string {
  const [field = ''] = /<input[^>]* name="after"[^>]*>/.exec(html) ?? []
  const [, cursor = throwNoPage()] = / value="([^"]+)"/.exec(field) ?? []
  return cursor
}

function throwNoPage(): never {
  throw new Error('the list has no next page')
}

/** Creates a database with this number of users and repositories, or completes an existing one. @returns its URL */
async function filledDatabase(serverUrl: string, rows: number): Promise<string> {
  const url = new URL(serverUrl)
  const server = postgres(url.href, { max: 1, onnotice: () => undefined })
  const name = `rows_${rows}`
  const [there] = await server`select from pg_database where datname = ${name}`
  if (!there) await server.unsafe(`create database ${name} template template0`)
  await server.end()
  url.pathname = `/${name}`
  await migrateDatabase(url.href)
  const client = postgres(url.href, { max: 1, onnotice: () => undefined })
  if (!(await isFilled(client, rows)))
    await seedDatabase(databaseOn(client), { users: rows, repositories: rows }, (what, done, total) => {
      if (done % 100_000 === 0 || done === total) progress(`filling: ${done} of ${total} ${what}`)
    })
  await client.end()
  return url.href
}

/** Returns whether the database is completely filled. The last rows to be added are the events of the history. */
async function isFilled(client: postgres.Sql, rows: number): Promise<boolean> {
  const [found] = await client<{ filled: boolean }[]>`
    select count(*) >= ${rows} and exists (select from history_event) as filled from repository`
  return found?.filled ?? false
}
