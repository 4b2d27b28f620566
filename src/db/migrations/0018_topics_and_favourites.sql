CREATE TABLE "favourite" (
	"person_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "favourite_person_id_repository_id_pk" PRIMARY KEY("person_id","repository_id")
);
--> statement-breakpoint
CREATE TABLE "opened_repository" (
	"person_id" uuid NOT NULL,
	"repository_id" uuid NOT NULL,
	"opened_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "opened_repository_person_id_repository_id_pk" PRIMARY KEY("person_id","repository_id")
);
--> statement-breakpoint
-- One statement, so that the table is written anew once. The release before reads the new column of this name like the old.
ALTER TABLE "repository" DROP COLUMN "search_text",
	ADD COLUMN "language" text,
	ADD COLUMN "topics" text,
	ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded(coalesce("name", '') || ' ' || coalesce("link", '') || ' ' || coalesce("description", '') || ' ' || coalesce("language", '') || ' ' || coalesce("topics", ''))) STORED,
	ALTER COLUMN "search_text" SET STATISTICS 1000;--> statement-breakpoint
CREATE INDEX "repository_search" ON "repository" USING gin ("search_text" gin_trgm_ops) WHERE "repository"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_person_id_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_repository_id_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repository"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_repository" ADD CONSTRAINT "opened_repository_person_id_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_repository" ADD CONSTRAINT "opened_repository_repository_id_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repository"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourite_repository_id_index" ON "favourite" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "opened_repository_repository_id_index" ON "opened_repository" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "repository_language" ON "repository" USING btree (lower("language"),"created_at","id") WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_topics" ON "repository" USING gin (string_to_array("topics", ' ')) WHERE "repository"."deleted_at" is null;