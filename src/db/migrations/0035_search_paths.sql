-- Whoever calls a function must not choose which tables its names mean. Those whose body was parsed when they were made
-- (`return …`, `begin atomic`) need none.
alter function spend_budgets(text[], int[], int[]) set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function refuse_change_of_history() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function keep_an_administrator() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function add_to_tally(text, bigint, date) set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function tally_users() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function tally_bans() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function tally_repositories() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function tally_sessions() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function remember_admin_address() set search_path = pg_catalog, public, pg_temp;--> statement-breakpoint
alter function end_api_keys() set search_path = pg_catalog, public, pg_temp;
