-- outside of a transaction
-- Sets the time of the last change of all that the API shows of a user. Programs list the users that changed since a time, so the
-- time must be later than the moment at which the change locked the table: `now()` and the clocks of nodes can be earlier.
-- A later sign-in keeps the time, because it would otherwise update all indexes of the table.
create or replace function set_user_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT'
    or (old.email, old.name, old.role, old.banned, old.ban_reason, old.ban_expires, old.invited_at, old.last_sign_in_at is null)
    is distinct from
    (new.email, new.name, new.role, new.banned, new.ban_reason, new.ban_expires, new.invited_at, new.last_sign_in_at is null)
  then
    new.updated_at := clock_timestamp();
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;--> statement-breakpoint
create or replace trigger user_updated_at before insert or update on "user"
for each row execute function set_user_updated_at();--> statement-breakpoint
-- Sets the time of the last change to one later than the moment at which the change locked the table, because programs list the
-- repositories that changed since a time: `now()` and the clocks of nodes can be earlier.
create or replace function set_repository_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;--> statement-breakpoint
create or replace trigger repository_updated_at before insert or update on repository
for each row execute function set_repository_updated_at();--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_updated" ON "user" USING btree ("updated_at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_updated" ON "repository" USING btree ("updated_at","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_owned_updated" ON "repository" USING btree ("organization_id","updated_at","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is not null;
