-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_of_administrators" ON "history_event" USING btree ("at","id") WHERE "history_event"."actor_id" is distinct from "history_event"."subject_id" and "history_event"."job_id" is null and "history_event"."owner_id" is null
    and "history_event"."action" not like 'organization-%' and "history_event"."action" <> 'signed-in';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "history_event_by_others";
