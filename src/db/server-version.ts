import type postgres from 'postgres'

/** The oldest PostgreSQL that the tests run on. */
export const OLDEST_POSTGRES = 15
/** The newest PostgreSQL that the tests run on. */
export const NEWEST_POSTGRES = 18

/** Thrown for an old server. The message names its version and the required one. */
export class UnsupportedPostgres extends Error {}

/** Checks the version of a server. @throws {UnsupportedPostgres} if it is older than `OLDEST_POSTGRES` */
export async function requireSupportedPostgres(client: postgres.Sql): Promise<void> {
  const [server] = await client<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
  if (server && server.number < OLDEST_POSTGRES * 10_000)
    throw new UnsupportedPostgres(
      `The database is PostgreSQL ${server.name}, but the app needs PostgreSQL ${OLDEST_POSTGRES} or later.`,
    )
}
