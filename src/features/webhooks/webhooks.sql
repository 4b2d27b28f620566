-- Returns the names of the events that an entry of the history stands for: none, one or two. Webhooks receive only events that
-- are in `WEBHOOK_EVENTS`, because administrators choose among these.
create function webhook_types(action text, before jsonb, after jsonb) returns text[]
language sql immutable parallel safe
return case
  when action = 'user-updated' and before->>'role' is distinct from after->>'role' then array['user.updated', 'user.role_changed']
  when action in ('user-updated', 'name-changed', 'email-changed') then array['user.updated']
  when action in ('user-deleted', 'account-deleted') then array['user.deleted']
  when action ~ '-(created|updated|deleted|restored|banned|unbanned)$' then array[regexp_replace(action, '-(?=[a-z]+$)', '.')]
  else array[]::text[]
end;

-- Runs for each statement that adds entries to the history, in its transaction, so that no event is missed and no rolled-back
-- event is sent. Events about rows of organizations are sent only to webhooks that include such rows. Nodes of earlier releases
-- add entries about organizations' repositories without their owner.
create function queue_webhook_deliveries() returns trigger
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

create trigger queue_webhook_deliveries after insert on history_event referencing new table as added
for each statement execute function queue_webhook_deliveries();

-- Queues the deliveries for users who signed up by themselves, because the history has no entry for a sign-up.
create function queue_sign_up_deliveries(person uuid) returns void
language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into webhook_delivery (webhook_id, type, user_id)
  select id, 'user.created', person from webhook where paused_at is null and 'user.created' = any(events)
  order by id
$$;

-- Queues a job that sends a webhook's deliveries. The job has no key, because two transactions that update the same job
-- would wait for each other. Each webhook has its own queue, so that only one of its jobs runs at a time.
create function wake_webhook(id uuid, at timestamptz) returns void
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'deliver-webhook', json_build_object('webhookId', id), queue_name => 'webhook:' || id, run_at => at
  );
end
$$;

-- Adds one job per transaction and webhook, because one job is enough, and adding a job scans the table of jobs. A rollback to
-- a savepoint rolls back both the added jobs and the setting that lists their webhooks.
create function wake_webhooks() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
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

create trigger wake_webhooks after insert on webhook_delivery referencing new table as added
for each statement execute function wake_webhooks();
