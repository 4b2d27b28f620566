-- outside of a transaction
-- Entries from before this migration have no owner.
ALTER TABLE "history_event" ADD COLUMN IF NOT EXISTS "owner_id" uuid;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "history_event_by_owner" ON "history_event" USING btree ("owner_id","id") WHERE "history_event"."owner_id" is not null;
