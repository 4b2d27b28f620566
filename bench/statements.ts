import postgres from 'postgres'
import { databaseOn, type Database } from '#db/client.ts'
import { encodeCursor } from '#db/cursor.ts'
import { costsThatGrow, plansOf } from '#db/test-query-plans.ts'
import { readDashboard } from '#features/dashboard/dashboard.server.ts'
import { countRepositories, listRepositories } from '#features/repositories/repositories.server.ts'
import { countUsers, listUsers } from '#features/users/users.server.ts'
import type { UserFilter } from '#features/users/users.schema.ts'
import { listEventsOf } from '#audit/audit.server.ts'
import { contextOn } from '#service/test-context.server.ts'
import { paletteQueries } from './palette.ts'
import { progress, table } from './report.ts'

/** The number of runs of each statement. Only the fastest counts, because the machine also does other work. */
export const RUNS = 15

type Query = (db: Database) => Promise<unknown>

/** Measures the product's statements. @returns a table with time, pages read, and in bold the costs that grow with the rows */
export async function statementsTable(databaseUrl: string): Promise<string> {
  const client = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: { timezone: 'UTC' } })
  try {
    const rows = []
    for (const [name, ask] of Object.entries(await measuredQueries(client))) {
      progress(`  ${name}`)
      rows.push(...(await rowsOf(client, name, ask)))
    }
    return table(['query', 'ms', 'pages', 'indexes'], rows)
  } finally {
    await client.end()
  }
}

/** Returns all queries whose cost could grow with the number of rows. */
async function measuredQueries(client: postgres.Sql): Promise<Record<string, Query>> {
  const everybody: UserFilter = { searchTerm: '', role: '', status: '' }
  const users =
    (filter: Partial<UserFilter>, sort: 'newest' | 'name' = 'newest', cursor: string | null = null): Query =>
    (on) =>
      listUsers(contextOn(on), { ...everybody, ...filter, sort, cursor })
  const repositories =
    (searchTerm: string, sort: 'newest' | 'name' = 'newest', cursor: string | null = null): Query =>
    (on) =>
      listRepositories(contextOn(on), { searchTerm, sort, cursor })
  const ofTopic =
    (topic: string, sort: 'newest' | 'name'): Query =>
    (on) =>
      listRepositories(contextOn(on), { searchTerm: '', topic, sort, cursor: null })
  const [admin] = await client<{ id: string }[]>`select id from "user" where email = 'admin@example.com'`
  const middle = {
    users: await positionInTheMiddle(
      client,
      `select created_at::text as value, id from "user" order by created_at desc, id desc`,
    ),
    repositories: await positionInTheMiddle(
      client,
      `select sort_name as value, id from repository order by sort_name, id`,
    ),
  }
  return {
    'users, first page': users({}),
    'users, a page in the middle': users({}, 'newest', middle.users),
    'users by name': users({}, 'name'),
    'users, role admin': users({ role: 'admin' }),
    'users, role user': users({ role: 'user' }),
    'users, banned': users({ status: 'banned' }),
    'users, not onboarded': users({ status: 'not-onboarded' }),
    'users, banned, by name': users({ status: 'banned' }, 'name'),
    'users, not onboarded, by name': users({ status: 'not-onboarded' }, 'name'),
    'users, active, by name': users({ status: 'active' }, 'name'),
    'users, "amina" (common)': users({ searchTerm: 'amina' }),
    'users, "person" (in every row)': users({ searchTerm: 'person' }),
    'users, "amina b" (in some rows)': users({ searchTerm: 'amina b' }),
    'users, "person500001" (rare)': users({ searchTerm: 'person500001' }),
    'users, a whole address': users({ searchTerm: 'person500001@example.com' }),
    'users, a missing address': users({ searchTerm: 'nobody.at.all@example.com' }),
    'users, "nobody-at-all" (missing)': users({ searchTerm: 'nobody-at-all' }),
    'users, "am" (two letters)': users({ searchTerm: 'am' }),
    'users, "zz" (two letters, missing)': users({ searchTerm: 'zz' }),
    'users, "amina", banned': users({ searchTerm: 'amina', status: 'banned' }),
    'users, "amina" by name': users({ searchTerm: 'amina' }, 'name'),
    'users, "zawadi", not onboarded (common, no matching user)': users({
      searchTerm: 'zawadi',
      status: 'not-onboarded',
    }),
    'users, "zawadi" by name (common, far)': users({ searchTerm: 'zawadi' }, 'name'),
    'repositories, first page': repositories(''),
    'repositories by name, in the middle': repositories('', 'name', middle.repositories),
    'repositories, "atlas" (common)': repositories('atlas'),
    'repositories, "atlas-api" (in some rows)': repositories('atlas-api'),
    'repositories, "atlas-api-500000" (rare)': repositories('atlas-api-500000'),
    'repositories, "zebra" (missing)': repositories('zebra'),
    'repositories, "zz" (two letters, missing)': repositories('zz'),
    'repositories, "tide" by name (common, far)': repositories('tide', 'name'),
    'repositories, "ide" by name (common, far, within names)': repositories('ide', 'name'),
    'repositories, a whole link': repositories('https://git.example.com/atlas-api-500000'),
    'repositories, topic beacon (common)': ofTopic('beacon', 'newest'),
    'repositories, topic beacon by name (common, far)': ofTopic('beacon', 'name'),
    'repositories, topic atlas (missing)': ofTopic('atlas', 'newest'),
    dashboard: (on) => readDashboard(contextOn(on)),
    ...paletteQueries,
    'history of an administrator': (on) => listEventsOf(contextOn(on), { id: admin?.id ?? '', before: null }),
    'total of users': (on) => countUsers(contextOn(on), everybody),
    'total of "amina"': (on) => countUsers(contextOn(on), { ...everybody, searchTerm: 'amina' }),
    'total of "person500001"': (on) => countUsers(contextOn(on), { ...everybody, searchTerm: 'person500001' }),
    'total of active users': (on) => countUsers(contextOn(on), { ...everybody, status: 'active' }),
    'total of "atlas"': (on) => countRepositories(contextOn(on), { searchTerm: 'atlas' }),
  }
}

async function positionInTheMiddle(client: postgres.Sql, ordered: string): Promise<string | null> {
  const [row] = await client.unsafe<{ value: string; id: string }[]>(
    `${ordered} limit 1 offset (select count(*) / 2 from (${ordered}) as rows)`,
  )
  return row ? encodeCursor({ value: row.value, id: row.id }) : null
}

async function rowsOf(client: postgres.Sql, name: string, ask: Query): Promise<string[][]> {
  await ask(databaseOn(client))
  const runs = []
  for (let run = 0; run < RUNS; run += 1) runs.push(await plansOf(client, ask))
  const fastest = runs.flatMap((plans) => plans).toSorted((one, other) => one.ms - other.ms)
  const statements = new Set(fastest.map(({ statement }) => statement))
  return [...statements].flatMap((statement) => {
    const plan = fastest.find((candidate) => candidate.statement === statement)
    if (!plan) return []
    const indexes = [...new Set(plan.nodes.map((node) => node['Index Name']).filter(Boolean))].join(', ')
    const grows = costsThatGrow(plan).join(', ')
    return [[name, plan.ms.toFixed(1), String(plan.pages), `${indexes}${grows && ` **${grows}**`}`]]
  })
}
