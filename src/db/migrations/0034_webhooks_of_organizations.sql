ALTER TABLE "webhook" ADD COLUMN "includes_private" boolean DEFAULT false NOT NULL;
--> statement-breakpoint

-- As before, but for organizations' repositories, which only webhooks are told of that include them.
create or replace function queue_webhook_deliveries() returns trigger
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
    where webhook.includes_private or told.type not like 'repository.%' or not exists (
      select from repository where repository.id = entry.subject_id and repository.organization_id is not null
    )
    order by entry.id, webhook.id;
  end if;
  return null;
end
$$;
