-- Counts one call of each rate limit ("budget") and returns 0. If a limit is reached, counts none and returns the
-- seconds to wait. A rejected call leaves no row, because reached limits are checked first, without a lock. The rows
-- are checked again once they are locked, because concurrent calls could have reached the limits.
create function spend_budgets(budget_keys text[], budget_counts int[], budget_seconds int[]) returns int
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  retry_after int;
begin
  select ceil(extract(epoch from max(t.ends_at) - clock_timestamp())) into retry_after
  from throttle t
  join unnest(budget_keys, budget_counts) as b(key, allowed) on b.key = t.key
  where t.count >= b.allowed and t.ends_at > clock_timestamp();
  if retry_after is not null then
    return greatest(retry_after, 1);
  end if;

  -- A window that has ended for certain: now, rounded to the column's milliseconds, may lie ahead and count as one.
  insert into throttle (key, count, ends_at)
  select b.key, 0, '-infinity'
  from unnest(budget_keys) as b(key)
  order by b.key
  on conflict (key) do nothing;

  perform 1 from throttle where key = any(budget_keys) order by key for update;

  update throttle t
  set count = 0, ends_at = clock_timestamp() + make_interval(secs => b.seconds)
  from unnest(budget_keys, budget_seconds) as b(key, seconds)
  where t.key = b.key and t.ends_at <= clock_timestamp();

  select ceil(extract(epoch from max(t.ends_at) - clock_timestamp())) into retry_after
  from throttle t
  join unnest(budget_keys, budget_counts) as b(key, allowed) on b.key = t.key
  where t.count >= b.allowed;

  if retry_after is null then
    update throttle set count = count + 1 where key = any(budget_keys);
    return 0;
  end if;
  return greatest(retry_after, 1);
end
$$;
