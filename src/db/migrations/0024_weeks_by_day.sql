-- outside of a transaction
-- The dashboard counted row by row who and what came in two weeks: the more came, the longer it took. From here on days are
-- counted as they go, by triggers, so that nodes of the release before count along.
-- As before, and of those who came lately, by their days (UTC), how many are there and how many of them have no name yet.
-- Older days are read by nobody: work on many old rows shall not write a row for each of their days.
create or replace function tally_users() returns trigger
language plpgsql as $$
declare
  people bigint := 0;
  not_onboarded bigint := 0;
  banned_people bigint := 0;
  lately timestamptz := now() - interval '15 days';
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

  if tg_op = 'INSERT' then
    perform add_to_tally('new_people', count(*), day), add_to_tally('new_not_onboarded', count(*) filter (where is_new), day)
    from (select (created_at at time zone 'UTC')::date as day, name = '' and not banned as is_new
          from new_rows where created_at > lately) as came
    group by day;
  elsif tg_op = 'DELETE' then
    perform add_to_tally('new_people', -count(*), day), add_to_tally('new_not_onboarded', -count(*) filter (where is_new), day)
    from (select (created_at at time zone 'UTC')::date as day, name = '' and not banned as is_new
          from old_rows where created_at > lately) as went
    group by day;
  else
    perform add_to_tally('new_people', sum(sign)::bigint, day),
            add_to_tally('new_not_onboarded', coalesce(sum(sign) filter (where is_new), 0)::bigint, day)
    from (select (created_at at time zone 'UTC')::date as day, name = '' and not banned as is_new, 1 as sign
          from new_rows where created_at > lately
          union all
          select (created_at at time zone 'UTC')::date, name = '' and not banned, -1
          from old_rows where created_at > lately) as changed
    group by day;
  end if;
  return null;
end
$$;
--> statement-breakpoint

create or replace function tally_repositories() returns trigger
language plpgsql as $$
declare
  repositories bigint := 0;
  lately timestamptz := now() - interval '15 days';
begin
  if tg_op in ('INSERT', 'UPDATE') then
    select count(*) filter (where deleted_at is null and organization_id is null) into repositories from new_rows;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    select repositories - count(*) filter (where deleted_at is null and organization_id is null) into repositories from old_rows;
  end if;
  perform add_to_tally('repositories', repositories);

  if tg_op = 'INSERT' then
    perform add_to_tally('new_repositories', count(*), day)
    from (select (created_at at time zone 'UTC')::date as day from new_rows
          where created_at > lately and deleted_at is null and organization_id is null) as came
    group by day;
  elsif tg_op = 'DELETE' then
    perform add_to_tally('new_repositories', -count(*), day)
    from (select (created_at at time zone 'UTC')::date as day from old_rows
          where created_at > lately and deleted_at is null and organization_id is null) as went
    group by day;
  else
    perform add_to_tally('new_repositories', sum(sign)::bigint, day)
    from (select (created_at at time zone 'UTC')::date as day, 1 as sign from new_rows
          where created_at > lately and deleted_at is null and organization_id is null
          union all
          select (created_at at time zone 'UTC')::date, -1 from old_rows
          where created_at > lately and deleted_at is null and organization_id is null) as changed
    group by day;
  end if;
  return null;
end
$$;
--> statement-breakpoint

-- Like sign-ins, bans stay counted: what is purged from the history is older than what is read.
create or replace function tally_bans() returns trigger
language plpgsql as $$
begin
  perform add_to_tally('bans', count(*), (at at time zone 'UTC')::date)
  from new_rows where action = 'user-banned' group by (at at time zone 'UTC')::date;
  return null;
end
$$;
--> statement-breakpoint
create or replace trigger history_event_tally_insert after insert on history_event referencing new table as new_rows
for each statement execute function tally_bans();
--> statement-breakpoint

-- Those who write are waited for: whoever began before is not counted by the triggers.
lock table "user", "repository", "history_event" in share row exclusive mode;
--> statement-breakpoint

-- What is there, less what the triggers have counted of it since: both are read as they are at one moment, so that nobody has
-- to wait meanwhile, and what comes after that moment is added by the triggers.
insert into tally (name, day, count)
select name, day, sum(count)
from (
  select 'new_people', (created_at at time zone 'UTC')::date, count(*)
  from "user" where created_at > now() - interval '15 days' group by 2
  union all
  select 'new_not_onboarded', (created_at at time zone 'UTC')::date, count(*)
  from "user" where created_at > now() - interval '15 days' and name = '' and not banned group by 2
  union all
  select 'new_repositories', (created_at at time zone 'UTC')::date, count(*)
  from repository where created_at > now() - interval '15 days' and deleted_at is null and organization_id is null group by 2
  union all
  select 'bans', (at at time zone 'UTC')::date, count(*)
  from history_event where action = 'user-banned' and at > now() - interval '15 days' group by 2
  union all
  select name, day, -count from tally where name in ('new_people', 'new_not_onboarded', 'new_repositories', 'bans')
    and day >= (now() - interval '15 days')::date
) as counted (name, day, count)
group by name, day
having sum(count) <> 0;
