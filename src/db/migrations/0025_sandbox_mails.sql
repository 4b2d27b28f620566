CREATE TABLE "sandbox_mail" (
	"id" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"to" text NOT NULL,
	"subject" text NOT NULL,
	"html" text NOT NULL,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "sandbox_mail_sent_at_index" ON "sandbox_mail" USING btree ("sent_at");