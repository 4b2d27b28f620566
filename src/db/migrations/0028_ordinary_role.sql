-- Both functions said what they are about by `set` in their heads, which from PostgreSQL 15 on only a superuser may write: no
-- ordinary role could restore a backup that holds them. Rights of before stay.
-- Removes the oldest entries that are past their time, so many at most, and writes down once a run that it did. Run by the
-- application with the rights of the owner: hence the floor, and the entry that it cannot leave out. Returns how many went.
create or replace function purge_history(keep_days int, most int) returns int
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
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
--> statement-breakpoint

-- Takes names and addresses of people who were deleted so many days ago out of the history: of so many entries at most.
-- What happened, when, and to which id stays. The entry of the deletion comes last, for it says who is still to be erased.
create or replace function erase_deleted_people(after_days int, most int) returns int
language plpgsql security definer
set search_path = pg_catalog, public, pg_temp
as $$
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
