CREATE TABLE "account" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp (3) with time zone,
	"refresh_token_expires_at" timestamp (3) with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "account_providerId_accountId_unique" UNIQUE("provider_id","account_id")
);
--> statement-breakpoint
CREATE TABLE "history_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp (3) with time zone DEFAULT clock_timestamp() NOT NULL,
	"action" text NOT NULL,
	"actor_id" uuid,
	"actor_name" text,
	"subject_id" uuid,
	"subject_name" text,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"ip_address" text
);
--> statement-breakpoint
CREATE TABLE "known_browser" (
	"address_key" text NOT NULL,
	"browser_key" text NOT NULL,
	"last_sign_in_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_browser_address_key_browser_key_pk" PRIMARY KEY("address_key","browser_key")
);
--> statement-breakpoint
CREATE TABLE "login_request" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"address_key" text NOT NULL,
	"browser_key" text NOT NULL,
	"purpose" text DEFAULT 'sign-in' NOT NULL,
	"session_id" uuid,
	"code_hash" text,
	"mail_state" text DEFAULT 'queued' NOT NULL,
	"tries" smallint DEFAULT 0 NOT NULL,
	"used_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "repository" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"link" text NOT NULL,
	"description" text,
	"search_text" text GENERATED ALWAYS AS (lower("repository"."name" || ' ' || "repository"."link" || ' ' || coalesce("repository"."description", ''))) STORED,
	"created_by_id" uuid,
	"deleted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"impersonated_by" uuid,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "tally" (
	"name" text NOT NULL,
	"day" date DEFAULT '1970-01-01' NOT NULL,
	"part" bigint GENERATED ALWAYS AS IDENTITY (sequence name "tally_part_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"count" bigint NOT NULL,
	CONSTRAINT "tally_name_day_part_pk" PRIMARY KEY("name","day","part")
);
--> statement-breakpoint
CREATE TABLE "throttle" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"image" text,
	"role" text DEFAULT 'user' NOT NULL,
	"banned" boolean DEFAULT false NOT NULL,
	"ban_reason" text,
	"ban_expires" timestamp (3) with time zone,
	"last_sign_in_at" timestamp (3) with time zone,
	"language" text,
	"search_text" text GENERATED ALWAYS AS (lower("user"."name" || ' ' || "user"."email")) STORED,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "repository" ADD CONSTRAINT "repository_created_by_id_user_id_fk" FOREIGN KEY ("created_by_id") REFERENCES "public"."user"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_impersonated_by_user_id_fk" FOREIGN KEY ("impersonated_by") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_user_id_index" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "history_event_subject_id_id_index" ON "history_event" USING btree ("subject_id","id");--> statement-breakpoint
CREATE INDEX "history_event_actor_id_id_index" ON "history_event" USING btree ("actor_id","id");--> statement-breakpoint
CREATE INDEX "history_event_by_others" ON "history_event" USING btree ("id") WHERE "history_event"."actor_id" is distinct from "history_event"."subject_id";--> statement-breakpoint
CREATE INDEX "known_browser_last_sign_in_at_index" ON "known_browser" USING btree ("last_sign_in_at");--> statement-breakpoint
CREATE INDEX "login_request_address_key_browser_key_created_at_index" ON "login_request" USING btree ("address_key","browser_key","created_at");--> statement-breakpoint
CREATE INDEX "login_request_created_at_index" ON "login_request" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "repository_name_unique" ON "repository" USING btree (lower("name")) WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_newest" ON "repository" USING btree ("created_at","id") WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_name_order" ON "repository" USING btree (lower("name"),"id") WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_name_prefix" ON "repository" USING btree (lower("name") text_pattern_ops) WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_search" ON "repository" USING gin ("search_text" gin_trgm_ops) WHERE "repository"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "repository_deleted" ON "repository" USING btree ("deleted_at") WHERE "repository"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "repository_created_by_id_index" ON "repository" USING btree ("created_by_id");--> statement-breakpoint
CREATE INDEX "session_user_id_index" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "session_expires_at_index" ON "session" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "session_impersonated_by_index" ON "session" USING btree ("impersonated_by");--> statement-breakpoint
CREATE INDEX "throttle_ends_at_index" ON "throttle" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "user_created_at_id_index" ON "user" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "user_name_order" ON "user" USING btree (lower(coalesce(nullif("name", ''), "email")),"id");--> statement-breakpoint
CREATE INDEX "user_name_prefix" ON "user" USING btree (lower("name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_email_prefix" ON "user" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "user_search" ON "user" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "user_admins" ON "user" USING btree ("created_at","id") WHERE "user"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "user_banned" ON "user" USING btree ("created_at","id") WHERE "user"."banned";--> statement-breakpoint
CREATE INDEX "user_ban_ends" ON "user" USING btree ("ban_expires") WHERE "user"."banned";--> statement-breakpoint
CREATE INDEX "user_not_onboarded" ON "user" USING btree ("created_at","id") WHERE "user"."name" = '';--> statement-breakpoint
CREATE INDEX "verification_identifier_index" ON "verification" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "verification_expires_at_index" ON "verification" USING btree ("expires_at");