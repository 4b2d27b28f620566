-- outside of a transaction
-- Entries from before this migration have no job.
ALTER TABLE "history_event" ADD COLUMN IF NOT EXISTS "job_id" uuid;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_no_sign_ins" ON "history_event" USING btree ("at","id") WHERE "history_event"."action" <> 'signed-in';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_acts" ON "history_event" USING btree ("at","id") WHERE "history_event"."job_id" is null and "history_event"."action" <> 'signed-in';--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_by_job" ON "history_event" USING btree ("job_id","at","id") WHERE "history_event"."job_id" is not null;
