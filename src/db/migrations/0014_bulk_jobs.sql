CREATE TABLE "bulk_job" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"actor_id" uuid NOT NULL,
	"actor_name" text NOT NULL,
	"input" jsonb,
	"filter" jsonb,
	"total" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"refused" integer DEFAULT 0 NOT NULL,
	"undone" integer DEFAULT 0 NOT NULL,
	"undo_refused" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"undo_until" timestamp (3) with time zone,
	"undone_by_id" uuid,
	"undone_by_name" text,
	"undo_finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "bulk_job_row" (
	"job_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"subject_id" uuid,
	"subject_name" text,
	"input" jsonb,
	"outcome" text DEFAULT 'pending' NOT NULL,
	"code" text,
	"before" jsonb,
	CONSTRAINT "bulk_job_row_job_id_position_pk" PRIMARY KEY("job_id","position")
);
--> statement-breakpoint
ALTER TABLE "bulk_job_row" ADD CONSTRAINT "bulk_job_row_job_id_bulk_job_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."bulk_job"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_job_created_at_id_index" ON "bulk_job" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "bulk_job_undo_until_index" ON "bulk_job" USING btree ("undo_until") WHERE "bulk_job"."undo_until" is not null;--> statement-breakpoint
CREATE INDEX "bulk_job_row_pending" ON "bulk_job_row" USING btree ("job_id","position") WHERE "bulk_job_row"."outcome" = 'pending';--> statement-breakpoint
CREATE INDEX "bulk_job_row_done" ON "bulk_job_row" USING btree ("job_id","position") WHERE "bulk_job_row"."outcome" = 'done';--> statement-breakpoint
CREATE INDEX "bulk_job_row_refused" ON "bulk_job_row" USING btree ("job_id","position") WHERE "bulk_job_row"."outcome" in ('refused', 'undo-refused');--> statement-breakpoint
CREATE INDEX "bulk_job_row_subject_id_index" ON "bulk_job_row" USING btree ("subject_id");