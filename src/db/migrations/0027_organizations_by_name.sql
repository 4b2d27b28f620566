-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "organization_by_name" ON "organization" USING btree (folded("name"),"id");
