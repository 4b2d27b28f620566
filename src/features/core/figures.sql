-- Adds to a figure of the dashboard, which is the sum of several rows: each writer changes a row that no other writer has locked,
-- or adds a row. So writers never wait for each other, and a figure has as many rows as it had simultaneous writers.
create function add_to_tally(tally_name text, difference bigint, tally_day date default '1970-01-01') returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

-- Counts all users, users without a name and banned users; and the new users of each of the last days (UTC). Older days are
-- not counted, because a change of many old users would write a row for each of their days.
create function tally_users() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

create trigger user_tally_delete after delete on "user" referencing old table as old_rows
for each statement execute function tally_users();

create trigger user_tally_insert after insert on "user" referencing new table as new_rows
for each statement execute function tally_users();

create trigger user_tally_update after update on "user" referencing old table as old_rows new table as new_rows
for each statement execute function tally_users();

-- Counts sessions, including expired ones until they are purged; and sign-ins by day (UTC).
create function tally_sessions() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

create trigger session_tally_delete after delete on session referencing old table as old_rows
for each statement execute function tally_sessions();

create trigger session_tally_insert after insert on session referencing new table as new_rows
for each statement execute function tally_sessions();

-- Counts bans by day (UTC). Purging the history does not change them: purged entries are older than the days on the dashboard.
create function tally_bans() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_tally('bans', count(*), (at at time zone 'UTC')::date)
  from new_rows where action = 'user-banned' group by (at at time zone 'UTC')::date;
  return null;
end
$$;

create trigger history_event_tally_insert after insert on history_event referencing new table as new_rows
for each statement execute function tally_bans();
