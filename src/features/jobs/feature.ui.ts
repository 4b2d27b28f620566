import { ListChecks } from 'lucide-react'
import type { UiFeature } from '#feature/ui-feature.ts'

/** The links of its pages. */
export const bulk = {
  navigation: [{ area: 'manager', to: '/manager/jobs', label: 'jobs', icon: ListChecks, key: 'j' }],
  systemEntries: ['bulk-job'],
} as const satisfies UiFeature
