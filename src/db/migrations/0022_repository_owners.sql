-- outside of a transaction
-- New indexes are built first, beside those who write; then they take the places of the old ones, which takes milliseconds.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "repository_name_unique_new" ON "repository" USING btree (coalesce("organization_id", '00000000-0000-0000-0000-000000000000'::uuid),lower("name")) WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_newest_new" ON "repository" USING btree ("created_at","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_name_order_new" ON "repository" USING btree ("sort_name","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_language" ON "repository" USING btree (lower("language"),"created_at","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_owned_newest" ON "repository" USING btree ("organization_id","created_at","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_owned_name_order" ON "repository" USING btree ("organization_id","sort_name","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is not null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_owned_language" ON "repository" USING btree ("organization_id",lower("language"),"created_at","id") WHERE "repository"."deleted_at" is null and "repository"."organization_id" is not null;--> statement-breakpoint
-- Of a column that is new the database guesses that it is hardly ever null: lists would be sorted, and not walked.
analyze repository (organization_id);--> statement-breakpoint

-- The figure is about what is everybody's, like the list that it leads to.
create or replace function tally_repositories() returns trigger
language plpgsql as $$
declare
  repositories bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    select count(*) filter (where deleted_at is null and organization_id is null) into repositories from new_rows;
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    select repositories - count(*) filter (where deleted_at is null and organization_id is null) into repositories from old_rows;
  end if;
  perform add_to_tally('repositories', repositories);
  return null;
end
$$;
--> statement-breakpoint

do $$ begin
  drop index if exists repository_name_unique, repository_newest, repository_name_order;
  alter index repository_name_unique_new rename to repository_name_unique;
  alter index repository_newest_new rename to repository_newest;
  alter index repository_name_order_new rename to repository_name_order;
end $$;
