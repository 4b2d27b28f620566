-- Makes the links of new repositories due right away.
create function queue_added_links() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into repository_link (repository_id) select id from added;
  return null;
end
$$;

create trigger queue_added_links after insert on repository referencing new table as added
for each statement execute function queue_added_links();

-- Makes a changed link due right away, removes it from the queue of its old host, and clears the result of the last check.
create function queue_changed_link() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into repository_link as kept (repository_id) values (new.id)
  on conflict (repository_id) do update
  set due_at = now(), checked_at = null, failing_since = null, response_status = null, fault = null,
    host = null, owner_id = null, queued_at = null;
  return null;
end
$$;

create trigger queue_changed_link after update of link on repository
for each row when (old.link is distinct from new.link) execute function queue_changed_link();
