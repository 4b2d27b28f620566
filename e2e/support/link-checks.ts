import type postgres from 'postgres'

/** Puts the checks of all links off: no app under test asks the internet of itself. */
export async function putLinkChecksOff(sql: postgres.ISql): Promise<void> {
  await sql`update repository_link set due_at = now() + interval '1 day'`
}

/** Has no link be asked any more, nor have been: the job finds out nothing that a page would say. */
export async function keepLinksUnasked(sql: postgres.ISql): Promise<void> {
  await sql`update repository_link set checked_at = null, failing_since = null, response_status = null, fault = null`
  await sql`create function stay_unasked() returns trigger language plpgsql as $$ begin return null; end $$`
  await sql`create trigger link_stays_unasked before update on repository_link for each row execute function stay_unasked()`
}
