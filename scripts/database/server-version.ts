import type postgres from 'postgres'

/** The oldest PostgreSQL that the tests run on. */
export const MIN_POSTGRES_VERSION = 15
/** The newest PostgreSQL that the tests run on. */
export const MAX_POSTGRES_VERSION = 18

/** Thrown for an old server. The message names its version and the required one. */
export class UnsupportedPostgresError extends Error {}

/** Checks the version of a server. @throws {UnsupportedPostgresError} if it is older than `MIN_POSTGRES_VERSION` */
export async function requireSupportedPostgres(client: postgres.Sql): Promise<void> {
  const [server] = await client<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
  if (server && server.number < MIN_POSTGRES_VERSION * 10_000)
    throw new UnsupportedPostgresError(
      `The database is PostgreSQL ${server.name}, but the app needs PostgreSQL ${MIN_POSTGRES_VERSION} or later.`,
    )
}
