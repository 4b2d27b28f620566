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
-- A search finds them by the text that a trigger makes (0031).
ALTER TABLE "repository" ADD COLUMN "language" text, ADD COLUMN "topics" text;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_person_id_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "favourite" ADD CONSTRAINT "favourite_repository_id_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repository"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_repository" ADD CONSTRAINT "opened_repository_person_id_user_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "opened_repository" ADD CONSTRAINT "opened_repository_repository_id_repository_id_fk" FOREIGN KEY ("repository_id") REFERENCES "public"."repository"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "favourite_repository_id_index" ON "favourite" USING btree ("repository_id");--> statement-breakpoint
CREATE INDEX "opened_repository_repository_id_index" ON "opened_repository" USING btree ("repository_id");
