ALTER TABLE "repository_link" ADD COLUMN "host" text collate "C";--> statement-breakpoint
ALTER TABLE "repository_link" ADD COLUMN "owner_id" uuid;--> statement-breakpoint
ALTER TABLE "repository_link" ADD COLUMN "queued_at" timestamp (3) with time zone;--> statement-breakpoint

-- A changed link leaves the queue of the host that it had.
create or replace function queue_changed_link() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into repository_link as kept (repository_id) values (new.id)
  on conflict (repository_id) do update
  set due_at = now(), checked_at = null, failing_since = null, response_status = null, fault = null,
    host = null, owner_id = null, queued_at = null;
  return null;
end
$$;
