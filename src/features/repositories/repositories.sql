-- Collects more detailed statistics, because the best plan of a search depends on how often its words occur.
alter table repository alter column search_text set statistics 1000;

-- Collects statistics of the expressions that the list filters by, because PostgreSQL ignores those of partial indexes.
create statistics if not exists repository_language_words on (lower(language)) from repository;

create statistics if not exists repository_topic_words on (string_to_array(topics, ' ')) from repository;

create function keep_repository_search_text() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.search_text := folded(
    coalesce(new.name, '') || ' ' || coalesce(new.link, '') || ' ' || coalesce(new.description, '') || ' '
    || coalesce(new.language, '') || ' ' || coalesce(new.topics, '')
  );
  return new;
end
$$;

create trigger repository_search_text before insert or update of name, link, description, language, topics, search_text on repository
for each row execute function keep_repository_search_text();

-- Counts only shared repositories, like the list that the number on the dashboard links to.
create function tally_repositories() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

create trigger repository_tally_delete after delete on repository referencing old table as old_rows
for each statement execute function tally_repositories();

create trigger repository_tally_insert after insert on repository referencing new table as new_rows
for each statement execute function tally_repositories();

create trigger repository_tally_update after update on repository referencing old table as old_rows new table as new_rows
for each statement execute function tally_repositories();

-- Sets the time of the last change to one later than the moment at which the change locked the table, because programs list the
-- repositories that changed since a time: `now()` and the clocks of nodes can be earlier.
create function set_repository_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.updated_at := clock_timestamp();
  return new;
end
$$;

create trigger repository_updated_at before insert or update on repository
for each row execute function set_repository_updated_at();
