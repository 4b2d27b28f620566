-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_of_actor" ON "history_event" USING btree ("actor_id" NULLS FIRST,"action","at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_on_subject" ON "history_event" USING btree ("subject_id" NULLS FIRST,"action","at","id");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_from_address" ON "history_event" USING btree ("ip_address" NULLS FIRST,"action","at","id");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "history_event_by_actor";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "history_event_by_subject";--> statement-breakpoint
-- Collects statistics of the expressions that the list filters by, because PostgreSQL ignores those of partial indexes.
create statistics if not exists repository_language_words on (lower(language)) from repository;--> statement-breakpoint
create statistics if not exists repository_topic_words on (string_to_array(topics, ' ')) from repository;--> statement-breakpoint
analyze repository;
