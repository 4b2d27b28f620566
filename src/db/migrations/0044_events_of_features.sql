-- Returns the names of the events that an entry of the history stands for: none, one or two. Webhooks receive only events that
-- are in `WEBHOOK_EVENTS`, because administrators choose among these.
create or replace function webhook_types(action text, before jsonb, after jsonb) returns text[]
language sql immutable parallel safe
return case
  when action = 'user-updated' and before->>'role' is distinct from after->>'role' then array['user.updated', 'user.role_changed']
  when action in ('user-updated', 'name-changed', 'email-changed') then array['user.updated']
  when action in ('user-deleted', 'account-deleted') then array['user.deleted']
  when action ~ '-(created|updated|deleted|restored|banned|unbanned)$' then array[regexp_replace(action, '-(?=[a-z]+$)', '.')]
  else array[]::text[]
end;
--> statement-breakpoint

-- Runs for each statement that adds entries to the history, in its transaction, so that no event is missed and no rolled-back
-- event is sent. Events about rows of organizations are sent only to webhooks that include such rows. Nodes of earlier releases
-- add entries about organizations' repositories without their owner.
create or replace function queue_webhook_deliveries() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from webhook where paused_at is null) then
    insert into webhook_delivery (webhook_id, type, event_id)
    select webhook.id, told.type, entry.id
    from added as entry
      cross join lateral unnest(webhook_types(entry.action, entry.before, entry.after)) as told (type)
      join webhook on webhook.paused_at is null and told.type = any(webhook.events)
    where webhook.includes_private or entry.owner_id is null and not exists (
      select from repository where repository.id = entry.subject_id and repository.organization_id is not null
    )
    order by entry.id, webhook.id;
  end if;
  return null;
end
$$;
