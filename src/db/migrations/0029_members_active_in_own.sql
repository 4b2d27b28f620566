-- The organization that a session is active in is one that its person is a member of, whatever happens at the same moment.
-- Rows of before are not read here, while both tables are held: the next migration clears and checks them.
ALTER TABLE "session" ADD CONSTRAINT "session_active_member" FOREIGN KEY ("active_organization_id","user_id") REFERENCES "public"."member"("organization_id","user_id") ON DELETE SET NULL ("active_organization_id") NOT VALID;
