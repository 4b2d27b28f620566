drop trigger queue_webhook_deliveries on history_event;
--> statement-breakpoint
drop trigger wake_webhooks on webhook_delivery;
--> statement-breakpoint
drop function queue_webhook_deliveries();
--> statement-breakpoint
drop function wake_webhooks();
--> statement-breakpoint
drop function wake_webhook(uuid, timestamptz);
--> statement-breakpoint
drop function queue_sign_up_deliveries(uuid);
--> statement-breakpoint
drop function webhook_types(text, jsonb, jsonb);
