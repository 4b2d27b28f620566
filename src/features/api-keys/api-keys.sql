-- Deletes the keys of an administrator who is demoted or banned, however it is done; otherwise the keys would work again later.
create function end_api_keys() returns trigger
language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from api_key where user_id = new.id;
  return null;
end;
$$;

create trigger end_api_keys after update of role, banned on "user"
for each row when ((new.role <> 'admin') or new.banned) execute function end_api_keys();
