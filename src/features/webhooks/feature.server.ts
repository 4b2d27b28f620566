import { sql } from 'drizzle-orm'
import { appConfig } from '#app.config'
import type { ServerFeature } from '#feature/server-feature.ts'
import { deliverTask, resealWebhookSecrets } from './deliver-webhooks.server.ts'
import { webhookDelivery } from './webhooks.tables.server.ts'

/** Addresses of administrators' choice that are told of events. */
export const webhooks: ServerFeature = {
  tasks: [deliverTask],
  hourly: [resealWebhookSecrets],
  expires: [
    {
      table: webhookDelivery,
      isOver: sql`created_at < now() - make_interval(days => ${appConfig.webhooks.keptDays})`,
    },
  ],
}
