CREATE TABLE "repository_link" (
	"repository_id" uuid PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"checked_at" timestamp (3) with time zone,
	"failing_since" timestamp (3) with time zone,
	"response_status" integer,
	"fault" text
);
--> statement-breakpoint
CREATE TABLE "webhook" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_secret" text NOT NULL,
	"sealed_previous_secret" text,
	"previous_secret_until" timestamp (3) with time zone,
	"paused_at" timestamp (3) with time zone,
	"pause_reason" text,
	"failing_since" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"webhook_id" uuid NOT NULL,
	"type" text NOT NULL,
	"event_id" bigint,
	"user_id" uuid,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"attempted_at" timestamp (3) with time zone,
	"duration_ms" integer,
	"response_status" integer,
	"response_text" text,
	"fault" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "repository_link" ADD CONSTRAINT "repository_link_repository_id_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repository"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_webhook_id_webhook_id_fk" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhook"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "repository_link_due" ON "repository_link" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_log" ON "webhook_delivery" USING btree ("webhook_id","created_at","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_pending" ON "webhook_delivery" USING btree ("webhook_id","next_attempt_at") WHERE "webhook_delivery"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "webhook_delivery_created_at_index" ON "webhook_delivery" USING btree ("created_at");
--> statement-breakpoint

-- Which events an entry of the history is: none, one, or two. `WEBHOOK_EVENTS` names them all.
create function webhook_types(action text, before jsonb, after jsonb) returns text[]
language sql immutable parallel safe
return case
  when action = 'user-updated' and before->>'role' is distinct from after->>'role' then array['user.updated', 'user.role_changed']
  when action in ('user-updated', 'name-changed', 'email-changed') then array['user.updated']
  when action in ('user-deleted', 'account-deleted') then array['user.deleted']
  when action in (
    'user-created', 'user-banned', 'user-unbanned', 'user-restored',
    'repository-created', 'repository-updated', 'repository-deleted', 'repository-restored'
  ) then array[replace(action, '-', '.')]
  else array[]::text[]
end;
--> statement-breakpoint

-- For whatever is written to the history, in the same transaction, by whichever node and statement: nothing is missed, and
-- nothing told of what was rolled back.
create function queue_webhook_deliveries() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  if exists (select from webhook where paused_at is null) then
    insert into webhook_delivery (webhook_id, type, event_id)
    select webhook.id, told.type, entry.id
    from added as entry
      cross join lateral unnest(webhook_types(entry.action, entry.before, entry.after)) as told (type)
      join webhook on webhook.paused_at is null and told.type = any(webhook.events)
    order by entry.id, webhook.id;
  end if;
  return null;
end
$$;
--> statement-breakpoint
create trigger queue_webhook_deliveries after insert on history_event
  referencing new table as added
  for each statement execute function queue_webhook_deliveries();
--> statement-breakpoint

-- For who signed up by themselves, which the history has no entry of.
create function queue_sign_up_deliveries(person uuid) returns void
language sql
set search_path = pg_catalog, public, pg_temp
as $$
  insert into webhook_delivery (webhook_id, type, user_id)
  select id, 'user.created', person from webhook where paused_at is null and 'user.created' = any(events)
  order by id
$$;
--> statement-breakpoint

-- Without a key: two transactions that wrote to the same job would wait for each other. A queue of its own for each webhook,
-- so that one job at a time works for it.
create function wake_webhook(id uuid, at timestamptz) returns void
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  perform graphile_worker.add_job(
    'deliver-webhook', json_build_object('webhookId', id), queue_name => 'webhook:' || id, run_at => at
  );
end
$$;
--> statement-breakpoint
-- Once in a transaction for each webhook: of many statements, like those of a bulk job, one job is enough, and the table of jobs
-- is read through by whoever adds to it. A savepoint that is rolled back takes along what was noted within it.
create function wake_webhooks() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
declare
  woken text := coalesce(current_setting('latchkey.woken_webhooks', true), '');
  told uuid;
begin
  for told in select distinct webhook_id from added order by webhook_id loop
    continue when position(told::text in woken) > 0;
    perform wake_webhook(told, now());
    woken := woken || ' ' || told::text;
  end loop;
  perform set_config('latchkey.woken_webhooks', woken, true);
  return null;
end
$$;
--> statement-breakpoint
create trigger wake_webhooks after insert on webhook_delivery
  referencing new table as added
  for each statement execute function wake_webhooks();
--> statement-breakpoint

-- The link of a repository is asked soon after it was added or changed.
create function queue_added_links() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into repository_link (repository_id) select id from added;
  return null;
end
$$;
--> statement-breakpoint
create trigger queue_added_links after insert on repository
  referencing new table as added
  for each statement execute function queue_added_links();
--> statement-breakpoint
create function queue_changed_link() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  insert into repository_link as kept (repository_id) values (new.id)
  on conflict (repository_id) do update
  set due_at = now(), checked_at = null, failing_since = null, response_status = null, fault = null;
  return null;
end
$$;
--> statement-breakpoint
create trigger queue_changed_link after update of link on repository
  for each row when (old.link is distinct from new.link) execute function queue_changed_link();
