import type postgres from 'postgres'

/** Postpones the checks of all links, so that no app under test sends requests to the internet by itself. */
export async function postponeLinkChecks(sql: postgres.ISql): Promise<void> {
  await sql`update repository_link set due_at = now() + interval '1 day'`
}

/** Deletes the results of all link checks and discards new ones, so that pages show none. */
export async function preventLinkChecks(sql: postgres.ISql): Promise<void> {
  await sql`update repository_link set checked_at = null, failing_since = null, response_status = null, fault = null`
  await sql`create function stay_unasked() returns trigger language plpgsql as $$ begin return null; end $$`
  await sql`create trigger link_stays_unasked before update on repository_link for each row execute function stay_unasked()`
}
