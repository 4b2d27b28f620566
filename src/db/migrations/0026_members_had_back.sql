-- outside of a transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS "bulk_job_row_members" ON "bulk_job_row" USING gin (("before" -> 'rows' -> 'member') jsonb_path_ops) WHERE "bulk_job_row"."before" is not null;
