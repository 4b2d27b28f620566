-- outside of a transaction
-- No new row can break the constraint any more. The rows that do are locked alone, and both tables stay open while they are read.
UPDATE "session" SET "active_organization_id" = null WHERE "session"."active_organization_id" is not null AND NOT EXISTS (SELECT FROM "member" WHERE "member"."organization_id" = "session"."active_organization_id" AND "member"."user_id" = "session"."user_id");--> statement-breakpoint
ALTER TABLE "session" VALIDATE CONSTRAINT "session_active_member";
