import type postgres from 'postgres'

/** The oldest PostgreSQL that the tests run on. */
export const OLDEST_POSTGRES = 15
/** The newest one. */
export const NEWEST_POSTGRES = 18

/** Says which PostgreSQL it is, and which it would have to be. */
export class UnsupportedPostgres extends Error {}

/** @throws {UnsupportedPostgres} when the server is older than `OLDEST_POSTGRES` */
export async function requireSupportedPostgres(client: postgres.Sql): Promise<void> {
  const [server] = await client<{ number: number; name: string }[]>`
    select current_setting('server_version_num')::int as number, current_setting('server_version') as name`
  if (server && server.number < OLDEST_POSTGRES * 10_000)
    throw new UnsupportedPostgres(
      `The database is PostgreSQL ${server.name}: this needs PostgreSQL ${OLDEST_POSTGRES} or later.`,
    )
}
