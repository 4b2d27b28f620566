-- outside of a transaction
-- No new row can break the constraint any more. The rows that do are locked alone, and both tables stay open while they are read.
-- in batches of session
UPDATE "session" SET "active_organization_id" = null WHERE "session"."id" between $1 and $2 AND "session"."active_organization_id" is not null AND NOT EXISTS (SELECT FROM "member" WHERE "member"."organization_id" = "session"."active_organization_id" AND "member"."user_id" = "session"."user_id");--> statement-breakpoint
ALTER TABLE "session" VALIDATE CONSTRAINT "session_active_member";
