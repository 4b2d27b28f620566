-- A text as searches and orders compare it: "Émile" like "emile", "أحمد" like "احمد". `src/lib/fold-for-search.ts` does the same.
create function folded(text) returns text
language sql immutable strict parallel safe
return lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f\u0640\u064b-\u0655\u0670]', '', 'g'));
--> statement-breakpoint
DROP INDEX "repository_name_prefix";--> statement-breakpoint
DROP INDEX "user_name_prefix";--> statement-breakpoint
DROP INDEX "repository_name_order";--> statement-breakpoint
DROP INDEX "user_name_order";--> statement-breakpoint
-- One statement a table, so that each is written anew once.
ALTER TABLE "repository" DROP COLUMN "search_text",
	ADD COLUMN "sort_name" text collate "C" GENERATED ALWAYS AS (folded("name")) STORED,
	ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded("name" || ' ' || "link" || ' ' || coalesce("description", ''))) STORED,
	ALTER COLUMN "search_text" SET STATISTICS 1000;--> statement-breakpoint
ALTER TABLE "user" DROP COLUMN "search_text",
	ADD COLUMN "sort_name" text collate "C" GENERATED ALWAYS AS (folded(coalesce(nullif("name", ''), "email"))) STORED,
	ADD COLUMN "search_text" text GENERATED ALWAYS AS (folded("name" || ' ' || "email")) STORED,
	ALTER COLUMN "search_text" SET STATISTICS 1000;--> statement-breakpoint
CREATE INDEX "repository_search" ON "repository" USING gin ("search_text" gin_trgm_ops) WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_name_order" ON "repository" USING btree ("sort_name","id") WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_name_order" ON "user" USING btree ("sort_name","id");--> statement-breakpoint
CREATE INDEX "user_banned_name_order" ON "user" USING btree ("sort_name","id") WHERE "user"."banned";--> statement-breakpoint
CREATE INDEX "user_not_onboarded_name_order" ON "user" USING btree ("sort_name","id") WHERE "user"."name" = '';--> statement-breakpoint
CREATE INDEX "user_banned_search" ON "user" USING gin ("search_text" gin_trgm_ops) WHERE "user"."banned";--> statement-breakpoint
CREATE INDEX "user_not_onboarded_search" ON "user" USING gin ("search_text" gin_trgm_ops) WHERE "user"."name" = '';
