-- outside of a transaction
drop index concurrently if exists "repository_link_queue";--> statement-breakpoint
create index concurrently "repository_link_queue" on "repository_link" using btree ("host", "owner_id", "queued_at") where "repository_link"."host" is not null;
