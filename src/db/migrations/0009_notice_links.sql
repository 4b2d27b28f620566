CREATE TABLE "notice_link" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"gives_address_back" boolean DEFAULT false NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "notice_link_created_at_index" ON "notice_link" USING btree ("created_at");