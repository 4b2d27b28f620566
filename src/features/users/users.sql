-- Sets the time of the last change of all that the API shows of a user. Programs list the users that changed since a time, so the
-- time must be later than the moment at which the change locked the table: `now()` and the clocks of nodes can be earlier.
-- A later sign-in keeps the time, because it would otherwise update all indexes of the table.
create function set_user_updated_at() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT'
    or (old.email, old.name, old.role, old.banned, old.ban_reason, old.ban_expires, old.invited_at, old.last_sign_in_at is null)
    is distinct from
    (new.email, new.name, new.role, new.banned, new.ban_reason, new.ban_expires, new.invited_at, new.last_sign_in_at is null)
  then
    new.updated_at := clock_timestamp();
  else
    new.updated_at := old.updated_at;
  end if;
  return new;
end
$$;

create trigger user_updated_at before insert or update on "user"
for each row execute function set_user_updated_at();
