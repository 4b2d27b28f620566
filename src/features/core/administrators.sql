-- Keeps at least one administrator who can sign in. If two administrators remove each other at the same time, the second removal
-- waits for the first one, and is then refused.
create function keep_an_administrator() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.role <> 'admin' or old.banned then
    return coalesce(new, old);
  end if;
  if tg_op = 'UPDATE' and new.role = 'admin' and not new.banned then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtext('keep_an_administrator'));
  perform 1 from "user" where role = 'admin' and not banned and id <> old.id limit 1;
  if not found then
    raise exception 'the last administrator stays' using errcode = 'LK002';
  end if;
  return coalesce(new, old);
end
$$;

create trigger user_keep_an_administrator before delete or update of role, banned on "user"
for each row execute function keep_an_administrator();

-- Hashes without a secret key, so that the database can compute the hash, and a new secret does not invalidate older hashes.
-- Guessing an address shows whether an administrator had it, but the address of a deleted user cannot be read from its hash.
create function address_hash(text) returns text
language sql stable strict parallel safe
return encode(sha256(convert_to(lower($1), 'UTF8')), 'hex');

-- Records every address of an administrator, so that ADMIN_EMAILS does not promote a user with such an address again.
create function remember_admin_address() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into admin_address (hash) values (address_hash(new.email)) on conflict do nothing;
  return null;
end
$$;

create trigger user_remember_admin_address after insert or update of role, email on "user"
for each row when (new.role = 'admin') execute function remember_admin_address();

-- Records when an administrator is demoted. A trigger does so, so that no change of a role is missed. Also ends the sessions in
-- which an administrator impersonates the user, because they would be valid again after the next change of the role.
create function remember_lost_administrator() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.role = 'admin' then
    new.lost_admin_at := now();
  end if;
  delete from session where user_id = new.id and impersonated_by is not null;
  return new;
end
$$;

create trigger user_remember_lost_administrator before update of role on "user"
for each row when (old.role <> new.role) execute function remember_lost_administrator();

-- Collects more detailed statistics, because the best plan of a search depends on how often its words occur.
alter table "user" alter column search_text set statistics 1000;
