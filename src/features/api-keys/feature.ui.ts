import { Key } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of the page with the API keys. */
export const apiKeys = {
  navigation: [{ area: 'manager', to: '/manager/api-keys', label: 'apiKeys', icon: Key, key: 'k' }],
  systemEntries: ['api-key'],
} as const satisfies UiFeature
