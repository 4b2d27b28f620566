-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_of_actor" ON "history_event" USING btree ("actor_id" NULLS FIRST,"action","at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_on_subject" ON "history_event" USING btree ("subject_id" NULLS FIRST,"action","at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_from_address" ON "history_event" USING btree ("ip_address" NULLS FIRST,"action","at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "history_event_by_actor";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "history_event_by_subject";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "history_event_of_administrators";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_of_administrators" ON "history_event" USING btree ("at","id") WHERE "history_event"."actor_id" is distinct from "history_event"."subject_id" and "history_event"."job_id" is null and "history_event"."owner_id" is null
    and "history_event"."action" not like 'organization-%' and "history_event"."action" <> 'signed-in';--> statement-breakpoint
-- Collects statistics of the expressions that the list filters by, because PostgreSQL ignores those of partial indexes.
create statistics if not exists repository_language_words on (lower(language)) from repository;--> statement-breakpoint
create statistics if not exists repository_topic_words on (string_to_array(topics, ' ')) from repository;--> statement-breakpoint
analyze repository;
