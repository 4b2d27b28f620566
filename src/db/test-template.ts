import postgres from 'postgres'
import { migrateDatabase } from '../../scripts/database/migrate.ts'

/** A PostgreSQL server of the tests, with a URL for each role. */
interface Server {
  url: string
  ownerUrl: string
  adminUrl: string
}

/** The migrated database that tests copy. It must have no open connections. */
export const TEMPLATE = 'template_for_tests'

/**
 * Creates the database that tests copy, as the role that owns its tables.
 * @param fill inserts rows that every copy has
 */
export async function makeTemplate(server: Server, fill?: (client: postgres.Sql) => Promise<unknown>): Promise<void> {
  await createDatabase(server, TEMPLATE, 'template0')
  const template = urlWithDatabase(server.ownerUrl, TEMPLATE)
  await migrateDatabase(template, { appUrl: server.url })
  if (!fill) return
  const client = postgres(template, { max: 1, onnotice: () => undefined })
  try {
    await fill(client)
  } finally {
    await client.end()
  }
}

/**
 * Creates a database that belongs to the owner of the tables. Copying takes a tenth of the time of migrating.
 * @param source the database to copy, which must have no connections
 */
export async function createDatabase(
  { adminUrl, ownerUrl }: Pick<Server, 'adminUrl' | 'ownerUrl'>,
  name: string,
  source = TEMPLATE,
): Promise<void> {
  const client = postgres(adminUrl, { max: 1, onnotice: () => undefined })
  const owner = new URL(ownerUrl).username
  try {
    await client.unsafe(`create database ${name} template ${source} owner ${owner}`)
  } finally {
    await client.end()
  }
}

/** Returns the URL of another database on the same server, with the same role. */
export function urlWithDatabase(url: string, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
