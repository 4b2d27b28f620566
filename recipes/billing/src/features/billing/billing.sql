-- Queues the cancellation of the subscription of a deleted organization, which would otherwise be charged again.
create function cancel_deleted_subscription() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  perform graphile_worker.add_job('cancel-subscription', json_build_object('customerId', old.customer_id));
  return null;
end
$$;

create trigger cancel_deleted_subscription after delete on billing_account
for each row execute function cancel_deleted_subscription();
