-- Searches of words that are rare, common or missing are planned by how often they occur: sample more of them.
alter table "user" alter column search_text set statistics 1000;
alter table repository alter column search_text set statistics 1000;
--> statement-breakpoint

-- History is for good: whoever the application is, the database refuses to change or remove what happened.
create function refuse_change_of_history() returns trigger
language plpgsql as $$
begin
  raise exception 'history cannot be changed' using errcode = 'LK001';
end
$$;
--> statement-breakpoint
create trigger history_is_for_good before update or delete on history_event
for each row execute function refuse_change_of_history();
--> statement-breakpoint
create trigger history_stays before truncate on history_event
for each statement execute function refuse_change_of_history();
--> statement-breakpoint

-- There is always an administrator who can sign in. Two who remove each other at the same moment wait for one another
-- here, and the second is refused.
create function keep_an_administrator() returns trigger
language plpgsql as $$
begin
  if old.role <> 'admin' or old.banned then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' and new.role = 'admin' and not new.banned then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  perform 1 from "user" where role = 'admin' and not banned and id <> old.id limit 1;
  if not found then
    raise exception 'the last administrator stays' using errcode = 'LK002';
  end if;
  return coalesce(new, old);
end
$$;
--> statement-breakpoint
create trigger user_keep_an_administrator before update of role, banned or delete on "user"
for each row execute function keep_an_administrator();
--> statement-breakpoint

-- Figures of the dashboard. A figure is the sum of its parts: each writer adds to a part that no other holds, or to a new
-- one, so that writers never wait for each other here, in a circle least of all. Parts are as many as ever wrote at once.
create function add_to_tally(tally_name text, difference bigint, tally_day date default '1970-01-01') returns void
language plpgsql as $$
declare
  free_part bigint;
begin
  if difference = 0 then
    return;
  end if;
  select part into free_part from tally where name = tally_name and day = tally_day limit 1 for update skip locked;
  if found then
    update tally set count = count + difference where name = tally_name and day = tally_day and part = free_part;
  else
    insert into tally (name, day, count) values (tally_name, tally_day, difference);
  end if;
end
$$;
--> statement-breakpoint

create function tally_users() returns trigger
language plpgsql as $$
declare
  people bigint := 0;
  not_onboarded bigint := 0;
  banned_people bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    select count(*), count(*) filter (where name = '' and not banned), count(*) filter (where banned)
    into people, not_onboarded, banned_people from new_rows;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    select people - count(*), not_onboarded - count(*) filter (where name = '' and not banned),
           banned_people - count(*) filter (where banned)
    into people, not_onboarded, banned_people from old_rows;
  end if;
  perform add_to_tally('people', people);
  perform add_to_tally('not_onboarded', not_onboarded);
  perform add_to_tally('banned', banned_people);
  return null;
end
$$;
--> statement-breakpoint
create trigger user_tally_insert after insert on "user" referencing new table as new_rows
for each statement execute function tally_users();
--> statement-breakpoint
create trigger user_tally_update after update on "user" referencing new table as new_rows old table as old_rows
for each statement execute function tally_users();
--> statement-breakpoint
create trigger user_tally_delete after delete on "user" referencing old table as old_rows
for each statement execute function tally_users();
--> statement-breakpoint

create function tally_repositories() returns trigger
language plpgsql as $$
declare
  repositories bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    select count(*) filter (where deleted_at is null) into repositories from new_rows;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    select repositories - count(*) filter (where deleted_at is null) into repositories from old_rows;
  end if;
  perform add_to_tally('repositories', repositories);
  return null;
end
$$;
--> statement-breakpoint
create trigger repository_tally_insert after insert on repository referencing new table as new_rows
for each statement execute function tally_repositories();
--> statement-breakpoint
create trigger repository_tally_update after update on repository referencing new table as new_rows old table as old_rows
for each statement execute function tally_repositories();
--> statement-breakpoint
create trigger repository_tally_delete after delete on repository referencing old table as old_rows
for each statement execute function tally_repositories();
--> statement-breakpoint

-- Sessions, those that have run out included until they are purged; and sign-ins by day (UTC).
create function tally_sessions() returns trigger
language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform add_to_tally('sessions', count(*)) from new_rows;
    perform add_to_tally('sign_ins', count(*), (created_at at time zone 'UTC')::date)
    from new_rows where impersonated_by is null group by (created_at at time zone 'UTC')::date;
  else
    perform add_to_tally('sessions', -count(*)) from old_rows;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger session_tally_insert after insert on session referencing new table as new_rows
for each statement execute function tally_sessions();
--> statement-breakpoint
create trigger session_tally_delete after delete on session referencing old table as old_rows
for each statement execute function tally_sessions();
