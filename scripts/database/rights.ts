import type postgres from 'postgres'
import { parseDatabaseUrl } from '#env/database-url.server.ts'

/** Thrown if rights cannot restrict the application's role, for example a superuser. */
export class UnrestrictedRoleError extends Error {}

/** Returns the name of the role that a database URL signs in as. */
export function roleOf(databaseUrl: string): string {
  return parseDatabaseUrl(databaseUrl).user
}

/**
 * Grants the application's role its rights to tables that another role owns: to read and write rows of all tables, but only to
 * read and add rows of the history and of administrators' addresses. Safe to call repeatedly; called after each migration, for
 * new tables.
 * @param client a connection as the owner of the tables
 * @throws {UnrestrictedRoleError} if the application's role can do everything that the owner can
 */
export async function grantRights(client: postgres.Sql, appRole: string): Promise<void> {
  await refuseUnrestrictedRole(client, appRole)
  const role = quoteIdentifier(appRole)
  await client.begin(async (transaction) => {
    await transaction.unsafe(`
      grant usage on schema public, graphile_worker, drizzle to ${role};
      grant select, insert, update, delete on all tables in schema graphile_worker to ${role};
      grant usage, select on all sequences in schema graphile_worker to ${role};
      grant execute on all functions in schema graphile_worker to ${role};
      grant select on all tables in schema drizzle to ${role};`)
    await grantProductRights(transaction, appRole)
    for (const { table } of await findTablesWithoutPolicy(transaction, appRole))
      await transaction.unsafe(`create policy ${role} on ${table} to ${role} using (true) with check (true)`)
  })
}

/** Grants the application's role its rights to the product's tables, including those that the transaction has created. */
export async function grantProductRights(transaction: postgres.TransactionSql, appRole: string): Promise<void> {
  const role = quoteIdentifier(appRole)
  await transaction.unsafe(`
    grant select, insert, update, delete on all tables in schema public to ${role};
    grant usage, select on all sequences in schema public to ${role};
    grant execute on all functions in schema public to ${role};
    revoke all on history_event from ${role};
    grant select, insert on history_event to ${role};
    do $$ begin
      -- This function runs after each migration, but the first migrations do not create this table yet.
      if to_regclass('public.admin_address') is not null then
        revoke update, delete on admin_address from ${role};
      end if;
    end $$`)
}

function quoteIdentifier(role: string): string {
  return `"${role.replaceAll('"', '""')}"`
}

async function refuseUnrestrictedRole(client: postgres.Sql, appRole: string) {
  const [row] = await client<{ isBoundless: boolean }[]>`
    select rolsuper or pg_has_role(rolname, current_user, 'MEMBER')
           or pg_has_role(rolname, (select datdba from pg_database where datname = current_database()), 'MEMBER')
           as "isBoundless"
    from pg_roles where rolname = ${appRole}`
  const who = `The role ${appRole} of DATABASE_URL`
  if (!row) throw new UnrestrictedRoleError(`${who} doesn't exist. Create it first.`)
  if (row.isBoundless)
    throw new UnrestrictedRoleError(
      `${who} is a superuser, owns the database or is a member of the role of DATABASE_OWNER_URL, so permissions don't restrict it. Give the application its own role.`,
    )
}

/** Finds the queue's tables with row level security that have no policy for the application's role. */
function findTablesWithoutPolicy(client: postgres.TransactionSql, appRole: string) {
  return client<{ table: string }[]>`
    select c.oid::regclass::text as table from pg_class as c
    where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
      and not exists (select from pg_policy where polrelid = c.oid and polname = ${appRole})`
}
