-- outside of a transaction
create index concurrently if not exists "repository_link_queue" on "repository_link" using btree ("host", "owner_id", "queued_at") where "repository_link"."host" is not null;
