import { Webhook } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages. */
export const webhooks = {
  navigation: [{ area: 'manager', to: '/manager/webhooks', label: 'webhooks', icon: Webhook, key: 'w' }],
} as const satisfies UiFeature
