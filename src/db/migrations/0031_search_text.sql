-- What a search looks through is kept by triggers, in columns like any other: one that is generated cannot change without the
-- table being written anew, while nobody reads it. What is there stays; of the history, 0032 fills in what is not.
ALTER TABLE "history_event" ALTER COLUMN "search_text" DROP EXPRESSION IF EXISTS;--> statement-breakpoint
ALTER TABLE "repository" ALTER COLUMN "search_text" DROP EXPRESSION IF EXISTS;
--> statement-breakpoint

-- Begins with a space, so that each word has one in front of it.
create function keep_history_search_text() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.search_text := ' ' || folded(
    coalesce(new.actor_name, '') || ' ' || coalesce(new.subject_name, '') || ' ' || coalesce(new.ip_address, '') || ' '
    || coalesce(new.before->>'name', '') || ' ' || coalesce(new.before->>'email', '') || ' '
    || coalesce(new.after->>'name', '') || ' ' || coalesce(new.after->>'email', '')
  );
  return new;
end
$$;
--> statement-breakpoint
create trigger history_event_search_text before insert or update on history_event
for each row execute function keep_history_search_text();
--> statement-breakpoint

create function keep_repository_search_text() returns trigger
language plpgsql
set search_path = pg_catalog, public, pg_temp
as $$
begin
  new.search_text := folded(
    coalesce(new.name, '') || ' ' || coalesce(new.link, '') || ' ' || coalesce(new.description, '') || ' '
    || coalesce(new.language, '') || ' ' || coalesce(new.topics, '')
  );
  return new;
end
$$;
--> statement-breakpoint
create trigger repository_search_text before insert or update of name, link, description, language, topics, search_text
on repository for each row execute function keep_repository_search_text();
