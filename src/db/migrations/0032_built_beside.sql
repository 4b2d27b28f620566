-- outside of a transaction
-- All that takes a time which grows with a table, beside those who read and write it. Databases that had it before, by the text
-- that earlier migrations had then, find it done.

-- The history lets itself be written by who erases the names of people in it; here it keeps them all.
select set_config('latchkey.history', 'erase', false);
--> statement-breakpoint
-- in batches of history_event
update history_event set search_text = '' where id between $1 and $2 and search_text is null;
--> statement-breakpoint
select set_config('latchkey.history', '', false);
--> statement-breakpoint

-- Links that are here already are asked in the course of the first day.
-- in batches of repository
insert into repository_link (repository_id, due_at)
select id, now() + random() * interval '1 day' from repository where id between $1 and $2
on conflict do nothing;
--> statement-breakpoint

CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_by_time" ON "history_event" USING btree ("at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_by_action" ON "history_event" USING btree ("action","at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_by_actor" ON "history_event" USING btree ("actor_id","action","at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_by_subject" ON "history_event" USING btree ("subject_id","action","at","id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_search" ON "history_event" USING gin ("search_text" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_to_erase" ON "history_event" USING btree ("at") WHERE "history_event"."action" in ('user-deleted', 'account-deleted') and "history_event"."subject_name" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_invited" ON "user" USING btree ("created_at","id") WHERE "user"."invited_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_invited_name_order" ON "user" USING btree ("sort_name","id") WHERE "user"."invited_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "user_invited_search" ON "user" USING gin ("search_text" gin_trgm_ops) WHERE "user"."invited_at" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_topics" ON "repository" USING gin (string_to_array("topics", ' ')) WHERE "repository"."deleted_at" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "repository_organization_id_index" ON "repository" USING btree ("organization_id");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "session_active_organization_id_index" ON "session" USING btree ("active_organization_id");
--> statement-breakpoint

alter table "session" validate constraint session_active_organization_id_organization_id_fk;
--> statement-breakpoint
alter table repository validate constraint repository_organization_id_organization_id_fk;
--> statement-breakpoint
analyze history_event (search_text);
