-- outside of a transaction
-- The tokens of other sites open more than this one, and nothing here needs them.
-- in batches of account
update account
set access_token = null, refresh_token = null, id_token = null, access_token_expires_at = null, refresh_token_expires_at = null
where id between $1 and $2 and coalesce(access_token, refresh_token, id_token) is not null;
--> statement-breakpoint
-- A link stands for the address that the provider vouched for when it was made: it ends with that address. Whoever has the
-- new one is linked anew at their next sign-in.
-- in batches of account
delete from account
using history_event as h
where account.id between $1 and $2 and h.subject_id = account.user_id and h.at > account.created_at
  and h.action in ('email-changed', 'user-updated') and h.before->>'email' <> h.after->>'email';
--> statement-breakpoint
-- Links made for addresses that nobody has verified prove nothing, and neither do the sessions that they opened.
-- in batches of session
delete from session
using "user" as u
where session.id between $1 and $2 and u.id = session.user_id and not u.email_verified and exists (select from account where account.user_id = u.id);
--> statement-breakpoint
-- in batches of account
delete from account using "user" as u where account.id between $1 and $2 and u.id = account.user_id and not u.email_verified;
--> statement-breakpoint

CREATE TABLE IF NOT EXISTS "admin_address" (
	"hash" text PRIMARY KEY NOT NULL
);
--> statement-breakpoint
-- Without a key, so that the database can do it by itself, for every release, and another secret forgets nothing. Whoever
-- guesses an address can tell that an administrator had it; nobody reads it here once they are gone.
create or replace function address_hash(text) returns text
language sql stable strict parallel safe
return encode(sha256(convert_to(lower($1), 'UTF8')), 'hex');
--> statement-breakpoint
create or replace function remember_admin_address() returns trigger
language plpgsql as $$
begin
  insert into admin_address (hash) values (address_hash(new.email)) on conflict do nothing;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger user_remember_admin_address after insert or update of role, email on "user"
for each row when (new.role = 'admin') execute function remember_admin_address();
--> statement-breakpoint
-- Those of today, with the addresses they had before, and those whom history knows to have been one.
insert into admin_address (hash)
select distinct address_hash(email)
from (
  select email from "user" where role = 'admin'
  union all
  select h.before->>'email' from "user" as u join history_event as h on h.subject_id = u.id
  where u.role = 'admin' and h.action = 'email-changed'
  union all
  select was->>'email'
  from history_event as h cross join unnest(array[h.before, h.after]) as was
  where h.actor_id is distinct from h.subject_id and was->>'role' = 'admin'
) as administrators (email)
where email is not null
on conflict do nothing;
