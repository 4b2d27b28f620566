import { Webhook } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of webhooks, and the history's filter for their events. */
export const webhooks = {
  navigation: [{ area: 'manager', to: '/manager/webhooks', label: 'webhooks', icon: Webhook, key: 'w' }],
  auditGroup: { name: 'webhook', isAboutThings: true },
} as const satisfies UiFeature
