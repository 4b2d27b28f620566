ALTER TABLE "user" ADD COLUMN "chosen_language" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "chosen_theme" text;--> statement-breakpoint
ALTER TABLE "user" ADD COLUMN "muted_notices" text[] DEFAULT '{}' NOT NULL;