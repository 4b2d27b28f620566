-- Refuses to change or remove history entries, except by the two functions below, which set `latchkey.history`. Because the
-- owner of the table can set it too, the limits of these functions are checked here again.
create function refuse_change_of_history() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  purpose text := current_setting('latchkey.history', true);
begin
  if tg_op = 'DELETE' and purpose = 'purge' and old.at < now() - interval '30 days' then
    return old;
  end if;
  if tg_op = 'UPDATE' and purpose = 'erase'
    and (new.id, new.at, new.action, new.actor_id, new.subject_id, new.reason)
      is not distinct from (old.id, old.at, old.action, old.actor_id, old.subject_id, old.reason) then
    return new;
  end if;
  raise exception 'history cannot be changed' using errcode = 'LK001';
end
$$;

create trigger history_is_for_good before delete or update on history_event
for each row execute function refuse_change_of_history();

create trigger history_stays before truncate on history_event
for each statement execute function refuse_change_of_history();

-- Removes up to `most` entries that are older than `keep_days`, oldest first. Records this in one new entry for each run. Has the
-- rights of the owner, so that the application can neither go below 30 days nor skip the record. Returns the number removed.
create function purge_history(keep_days int, most int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  removed int;
  oldest timestamptz := date_trunc('hour', now()) - make_interval(days => keep_days);
  kept_from text := to_char(oldest at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"');
begin
  if keep_days is null or keep_days < 30 then
    raise exception 'history is kept for 30 days at least' using errcode = 'LK003';
  end if;
  perform set_config('latchkey.history', 'purge', true);
  delete from history_event
  where id = any(array(select id from history_event where at < oldest order by at, id limit most));
  get diagnostics removed = row_count;
  perform set_config('latchkey.history', '', true);
  if removed > 0 and not exists (
    select from history_event
    where action = 'history-purged' and at > now() - interval '2 hours' and after->>'keptFrom' = kept_from
  ) then
    insert into history_event (action, before, after)
    values ('history-purged', '{}', jsonb_build_object('keptFrom', kept_from));
  end if;
  return removed;
end
$$;

revoke execute on function purge_history(int, int) from public;

-- Erases the names and addresses of users who were deleted `after_days` ago, in up to `most` entries. Keeps events, times and
-- ids. Erases the entry of the deletion last, because this entry identifies a user whose data has to be erased.
create function erase_deleted_people(after_days int, most int) returns int
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  gone record;
  touched int;
  erased int := 0;
begin
  if after_days is null or after_days < 1 then
    raise exception 'names stay for a day at least' using errcode = 'LK003';
  end if;
  perform set_config('latchkey.history', 'erase', true);
  for gone in
    select id, subject_id from history_event
    where action in ('user-deleted', 'account-deleted') and subject_name is not null
      and at < now() - make_interval(days => after_days)
      and not exists (select from "user" where "user".id = subject_id)
    order by at limit 100
  loop
    update history_event set
      actor_name = case when actor_id = gone.subject_id then null else actor_name end,
      ip_address = case when actor_id = gone.subject_id then null else ip_address end,
      device = case when actor_id = gone.subject_id then null else device end,
      subject_name = case when subject_id = gone.subject_id then null else subject_name end,
      before = case when subject_id = gone.subject_id then before - array['name', 'email'] else before end,
      after = case when subject_id = gone.subject_id then after - array['name', 'email'] else after end
    where id = any(array(
      select id from history_event
      where id <> gone.id and (
        (actor_id = gone.subject_id and coalesce(actor_name, ip_address, device::text) is not null)
        or (subject_id = gone.subject_id
          and (subject_name is not null or before ?| array['name', 'email'] or after ?| array['name', 'email']))
      )
      limit most - erased
    ));
    get diagnostics touched = row_count;
    erased := erased + touched;
    exit when erased >= most;
    update history_event set
      actor_name = case when actor_id = subject_id then null else actor_name end,
      ip_address = case when actor_id = subject_id then null else ip_address end,
      device = case when actor_id = subject_id then null else device end,
      subject_name = null,
      before = before - array['name', 'email']
    where id = gone.id;
    erased := erased + 1;
  end loop;
  perform set_config('latchkey.history', '', true);
  return erased;
end
$$;

revoke execute on function erase_deleted_people(int, int) from public;

-- Puts a space before the first word too, so that a search for a space and a text finds all words that begin with the text.
create function keep_history_search_text() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.search_text := ' ' || folded(
    coalesce(new.actor_name, '') || ' ' || coalesce(new.subject_name, '') || ' ' || coalesce(new.ip_address, '') || ' '
    || coalesce(new.before->>'name', '') || ' ' || coalesce(new.before->>'email', '') || ' '
    || coalesce(new.after->>'name', '') || ' ' || coalesce(new.after->>'email', '')
  );
  return new;
end
$$;

create trigger history_event_search_text before insert or update on history_event
for each row execute function keep_history_search_text();

-- Collects more detailed statistics, because the best plan of a search depends on how often its words occur.
alter table history_event alter column search_text set statistics 1000;
