import { sql } from 'drizzle-orm'
import type { Database } from './client.ts'

/** Adds two organizations of sample users if no organization exists. The sample administrator is a member of one. */
export async function seedOrganizations(db: Database): Promise<void> {
  await db.execute(sql`
    with made as (
      insert into organization (name)
      select name from (values ('Analytical Engines'), ('Difference Works')) as sample(name)
      where not exists (select from organization)
      returning id, name
    ), people as (
      select id, email, case
        when email in ('admin@example.com', 'user@example.com') then 0
        else substring(email from '^person([0-9]+)@')::int end as nr
      from "user"
      where (email in ('admin@example.com', 'user@example.com') or email ~ '^person[0-9]{1,4}@example[.]com$') and not banned
    )
    insert into member (organization_id, user_id, role)
    select made.id, people.id, case
      when people.email = 'admin@example.com' or (made.name = 'Difference Works' and people.nr = 10) then 'owner'
      when people.nr in (11, 12) then 'admin'
      else 'member' end
    from made join people on case made.name
      when 'Analytical Engines' then people.nr = 0 or people.nr in (11, 13, 15, 17)
      else people.nr in (10, 12, 13, 14, 16) end`)
}
