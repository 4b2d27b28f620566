-- The rename needs the table for a moment alone.
alter table login_request rename to code_request;
--> statement-breakpoint
alter index login_request_pkey rename to code_request_pkey;
--> statement-breakpoint
alter index login_request_address_key_browser_key_created_at_index rename to code_request_address_key_browser_key_created_at_index;
--> statement-breakpoint
alter index login_request_created_at_index rename to code_request_created_at_index;
--> statement-breakpoint
-- For nodes of the release before, which read and write the table by its old name, its purge by the place of a row too. The
-- release after this one may drop it.
create view login_request as select ctid, * from code_request;
