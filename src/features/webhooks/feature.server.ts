import { sql } from 'drizzle-orm'
import type { ServerFeature } from '#feature/server-feature.ts'
import { deliverTask, queueSignUpDeliveries, reencryptWebhookSecrets } from './deliver-webhooks.server.ts'
import { webhookDelivery } from './webhooks.tables.server.ts'
import { webhooksConfig } from './webhooks.config.ts'

/** Webhooks: URLs, chosen by administrators, that receive events. */
export const webhooks: ServerFeature = {
  tasks: [deliverTask],
  signedUp: queueSignUpDeliveries,
  hourly: [reencryptWebhookSecrets],
  expires: [
    {
      table: webhookDelivery,
      isOver: sql`created_at < now() - make_interval(days => ${webhooksConfig.keptDays})`,
    },
  ],
}
