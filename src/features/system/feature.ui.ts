import { Activity } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages. */
export const system = {
  navigation: [{ area: 'manager', to: '/manager/system', label: 'system', icon: Activity, key: 's' }],
} as const satisfies UiFeature
