import { Activity } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The navigation links of the system page. */
export const system = {
  navigation: [{ area: 'manager', to: '/manager/system', label: 'system', icon: Activity, key: 's' }],
  systemEntries: ['mail', 'limit'],
} as const satisfies UiFeature
