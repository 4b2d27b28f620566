ALTER TABLE "user" ADD COLUMN "lost_admin_at" timestamp (3) with time zone;
--> statement-breakpoint

-- Here, so that no way of changing a role forgets it. Whoever acts as the person stops: a session of that kind would be good
-- again after the next change.
create function remember_lost_administrator() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if old.role = 'admin' then
    new.lost_admin_at := now();
  end if;
  delete from session where user_id = new.id and impersonated_by is not null;
  return new;
end
$$;
--> statement-breakpoint
create trigger user_remember_lost_administrator before update of role on "user"
for each row when (old.role <> new.role) execute function remember_lost_administrator();
